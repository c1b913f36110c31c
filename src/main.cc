#include "cli/tool.h"

int main(int argc, char** argv) { return reprise::cli::Main(argc, argv); }
