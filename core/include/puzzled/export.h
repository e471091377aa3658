/* PUZZLED_API marks what the shared libraries export; everything else in them is hidden. */
#ifndef PUZZLED_EXPORT_H
#define PUZZLED_EXPORT_H

#if defined(__GNUC__)
#define PUZZLED_API __attribute__((visibility("default")))
#else
#define PUZZLED_API
#endif

#endif
