// What StrictMath calls. Android takes these from fdlibm, we from the C
// library, whose results may differ in the last bit.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

double ieee_acos(double x);
double ieee_asin(double x);
double ieee_atan(double x);
double ieee_atan2(double y, double x);
double ieee_cbrt(double x);
double ieee_cos(double x);
double ieee_cosh(double x);
double ieee_exp(double x);
double ieee_expm1(double x);
double ieee_hypot(double x, double y);
double ieee_log(double x);
double ieee_log10(double x);
double ieee_log1p(double x);
double ieee_pow(double x, double y);
double ieee_remainder(double x, double y);
double ieee_sin(double x);
double ieee_sinh(double x);
double ieee_sqrt(double x);
double ieee_tan(double x);
double ieee_tanh(double x);

#ifdef __cplusplus
}
#endif
