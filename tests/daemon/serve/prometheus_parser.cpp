#include "tests/daemon/serve/prometheus_parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <vector>

namespace puzzled::net {
namespace {

double number_of(const std::string& text) {
  if (text == "+Inf") return std::numeric_limits<double>::infinity();
  std::size_t end = 0;
  const double number = std::stod(text, &end);
  EXPECT_EQ(end, text.size()) << text;
  return number;
}

struct Buckets {
  std::vector<std::pair<double, double>> bounds;  ///< le and count
  double sum = -1;
  double count = -1;
};

void check_histogram(const std::string& name, const PrometheusTextMetric& metric) {
  static const std::regex bucket("_bucket\\{le=\"([^\"]+)\"\\}");
  Buckets found;
  // The map sorts by text; bounds are put in order below.
  for (const auto& [sample, value] : metric.samples) {
    const std::string rest = sample.substr(name.size());
    std::smatch match;
    if (std::regex_match(rest, match, bucket)) {
      found.bounds.emplace_back(number_of(match[1]), value);
    } else if (rest == "_sum") {
      found.sum = value;
    } else if (rest == "_count") {
      found.count = value;
    } else {
      ADD_FAILURE() << sample;
    }
  }
  std::sort(found.bounds.begin(), found.bounds.end());
  ASSERT_GE(found.bounds.size(), 2U) << name;
  for (std::size_t i = 1; i < found.bounds.size(); ++i) {
    EXPECT_LT(found.bounds[i - 1].first, found.bounds[i].first) << name;
    EXPECT_LE(found.bounds[i - 1].second, found.bounds[i].second) << name;
  }
  EXPECT_TRUE(std::isinf(found.bounds.back().first)) << name;
  EXPECT_EQ(found.bounds.back().second, found.count) << name;
  EXPECT_GE(found.sum, 0) << name;
}

}  // namespace

std::map<std::string, PrometheusTextMetric> parse_exposition(std::string_view page) {
  static const std::regex help("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
  static const std::regex type(
      "# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)");
  static const std::regex sample(
      "(([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\n]|\\\\[\\\\n\"])*\""
      "(,[a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\n]|\\\\[\\\\n\"])*\")*\\})?) (\\S+)");
  std::map<std::string, PrometheusTextMetric> metrics;
  std::string current;
  EXPECT_TRUE(page.empty() || page.back() == '\n') << "the last line has no end";
  while (!page.empty()) {
    const std::size_t end = page.find('\n');
    const std::string line(page.substr(0, end));
    page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    std::smatch match;
    if (std::regex_match(line, match, help)) {
      current = match[1];
      EXPECT_TRUE(metrics.emplace(current, PrometheusTextMetric{"", match[2], {}}).second) << line;
    } else if (std::regex_match(line, match, type)) {
      EXPECT_EQ(match[1], current) << "TYPE without HELP: " << line;
      EXPECT_EQ(metrics[current].type, "") << line;
      metrics[current].type = match[2];
    } else if (std::regex_match(line, match, sample)) {
      PrometheusTextMetric& metric = metrics[current];
      EXPECT_NE(metric.type, "") << "sample without TYPE: " << line;
      if (metric.type == "histogram") {
        EXPECT_TRUE(match[2].str().starts_with(current + '_')) << line;
      } else {
        EXPECT_EQ(match[2], current) << line;
      }
      const double value = number_of(match[7]);
      EXPECT_TRUE(metric.type == "gauge" || value >= 0) << line;
      EXPECT_TRUE(metric.samples.emplace(match[1], value).second) << "twice: " << line;
    } else {
      ADD_FAILURE() << "not a line of the format: " << line;
    }
  }
  for (const auto& [name, metric] : metrics) {
    EXPECT_FALSE(metric.samples.empty()) << name;
    EXPECT_EQ(metric.type == "counter", name.ends_with("_total")) << name;
    if (metric.type == "histogram") check_histogram(name, metric);
  }
  return metrics;
}

}  // namespace puzzled::net
