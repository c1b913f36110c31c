#include "ieee_math.h"

#include <cmath>

extern "C" {

double ieee_acos(double x) { return std::acos(x); }
double ieee_asin(double x) { return std::asin(x); }
double ieee_atan(double x) { return std::atan(x); }
double ieee_atan2(double y, double x) { return std::atan2(y, x); }
double ieee_cbrt(double x) { return std::cbrt(x); }
double ieee_cos(double x) { return std::cos(x); }
double ieee_cosh(double x) { return std::cosh(x); }
double ieee_exp(double x) { return std::exp(x); }
double ieee_expm1(double x) { return std::expm1(x); }
double ieee_hypot(double x, double y) { return std::hypot(x, y); }
double ieee_log(double x) { return std::log(x); }
double ieee_log10(double x) { return std::log10(x); }
double ieee_log1p(double x) { return std::log1p(x); }
double ieee_pow(double x, double y) { return std::pow(x, y); }
double ieee_remainder(double x, double y) { return std::remainder(x, y); }
double ieee_sin(double x) { return std::sin(x); }
double ieee_sinh(double x) { return std::sinh(x); }
double ieee_sqrt(double x) { return std::sqrt(x); }
double ieee_tan(double x) { return std::tan(x); }
double ieee_tanh(double x) { return std::tanh(x); }

}  // extern "C"
