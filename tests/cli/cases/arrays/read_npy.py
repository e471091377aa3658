"""Rows of a NumPy array of bytes as lines of cells, read by the format's definition, without NumPy.

    read_npy.py FILE...

https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
"""
import ast
import sys

for path in sys.argv[1:]:
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = int.from_bytes(data[8:10], "little")
    assert (10 + length) % 64 == 0, length
    text = data[10 : 10 + length].decode("ascii")
    assert text.endswith("\n") and text.strip(" \n").endswith("}")
    header = ast.literal_eval(text)
    assert sorted(header) == ["descr", "fortran_order", "shape"]
    assert (header["descr"], header["fortran_order"]) == ("|u1", False)
    rows, columns = header["shape"]
    cells = data[10 + length :]
    assert columns == 81 and len(cells) == rows * columns, (rows, columns, len(cells))
    for row in range(rows):
        print("".join(map(str, cells[81 * row : 81 * row + 81])))
