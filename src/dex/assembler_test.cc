// The text form: what it means is tested with the writer; here what it takes,
// what it says to mistakes, and that the disassembler prints the same.
#include "dex/assembler.h"

#include <gtest/gtest.h>

#include <string>

#include "dex/disassembler.h"

namespace reprise::dex {
namespace {

// All of the language once, as the disassembler prints it.
constexpr char kAll[] = R"(.dex 039

.class public final interface 0x80000 Lp/A$b;
.super Ljava/lang/Object;
.implements Lp/I;
.implements Lp/J;
.source "A.java"
.hiddenapi 0
.annotation runtime Lp/N; {a = {1t, -300s, 'x', '\u0000', '\''}, b = @Lp/M;{}}
.annotation build Lp/O;

.field public static final x:I = -5
    .hiddenapi 0x2
    .annotation system Lp/N; {v = enum Lp/E;->A:Lp/E;}
.field static s:Ljava/lang/String; = "q\" \\ \n \u0009 ä \ud83d\ude00 \xff"
.field static d:D = -0.1d
.field static f:F = float(0x7fc00001)
.field static m:Ljava/lang/Object; = {null, true, 5L, I, [Lp/A;, Lp/A;->q:I}
.field static h:Ljava/lang/Object; = {Lp/A;->q(I)V, (IJ)V, handle static-get Lp/A;->q:I}
.field volatile transient `odd name`:`Lodd name;`

.method public abstract synthetic none(`Lodd name;`I[[J)V
    .annotation runtime Lp/N;
    .annotated-parameters 3
    .annotation-of 2 build Lp/N;
.end method

.method public synchronized constructor declared-synchronized <init>(JI)V
    .hiddenapi 0x1
    .registers 6
    .outs 9
    .params "wide", null
    .file "B.java"
    .prologue
    .line 7
    .local v0, "n", I
    .local v1, null, null, "TT;"
  :L0
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    const-string v0, "text"
  :L1
    .end local v0
    .restart local v0
    packed-switch p3, {
        1 -> :L2
        2 -> :L0
    }
    sparse-switch p3, {}
    fill-array-data v0, 2 {0x1, 0xffff}
    filled-new-array/range {v0 .. p1}, [I
    invoke-custom {}, call_site_0 {handle invoke-static Lp/A;->b()V, "n", ()V}
    invoke-polymorphic {p0, p3}, Lp/H;->invoke([I)I, (I)V
    const-method-handle v0, invoke-interface Lp/A;->q()V
    const-method-type v0, ()V
    const-wide v0, -9223372036854775808
    if-eqz v0, :L2
    goto/32 :L0
  :L2
    .epilogue
    return-void
    .catch Lp/E; {:L0 .. :L1} :L2
    .catchall {:L0 .. :L1} :L0
    .catchall {:L1 .. :L2} :L0
.end method
)";

TEST(Assembler, ReadsBackWhatTheDisassemblerPrints) {
  Pool pool;
  const auto file = Assemble(kAll, &pool);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(Disassemble(pool, *file), kAll);
}

TEST(Assembler, TakesCommentsAndHandwriting) {
  Pool pool;
  const auto file = Assemble(
      "# a class\n.class LA;   # so it is\r\n\n\n"
      ".method static f(I)I\n.registers 2\n"
      "add-int/lit8 v0,p0,0x10\n:back\nif-ltz v0,:back\nreturn v0\n"
      ".end method\n.field static:I\n",
      &pool);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(DisassembleClass(pool, file->classes[0]),
            ".class LA;\n\n"
            ".field static:I\n\n"
            ".method static f(I)I\n"
            "    .registers 2\n"
            "    add-int/lit8 v0, p0, 16\n"
            "  :L0\n"
            "    if-ltz v0, :L0\n"
            "    return v0\n"
            ".end method\n");
}

TEST(Assembler, NamesTheLineAndWhatIsAccepted) {
  const struct {
    const char* text;
    const char* error;
  } cases[] = {
      {".super LA;", "line 1: .super comes before any .class"},
      {"\n.class foo",
       "line 2: expected a type such as I or "
       "Lcom/example/Name; not 'foo'"},
      {".class LA;\n.wrong",
       "line 2: '.wrong' is not known here; .dex .class "
       ".super .implements .source .annotation "
       ".hiddenapi .field and .method are"},
      {".class LA; x", "line 1: 'x' is too much here"},
      {".class LA;\n.field static a:I = 99999999999",
       "line 2: 99999999999 is not from -2147483648 to 2147483647"},
      {".class LA;\n.field static a:F = 1.5",
       "line 2: expected a whole number, not '1.5'"},
      {".class LA;\n.source \"x",
       "line 2: \" is missing at the end of what it "
       "quotes"},
      {".class LA;\n.source \"\\q\"",
       "line 2: no escape begins with 'q\"'; \\n \\r \\t \\\\ \\\" \\' \\` "
       "\\uNNNN and \\xNN are known"},
      {".class LA;\n.source \"\xff\"",
       "line 2: '\\xff\"' is not UTF-8; write bytes as \\xNN"},
      {".class LA;\n.method a()V", "line 2: .end method is missing"},
      {".class LA;\n.method a()V\nnop",
       "line 3: a method's code begins with .registers"},
      {".class LA;\n.method a()V\n.registers 0\n.end method",
       "line 4: 0 registers are too few for parameters in 1"},
      {".class LA;\n.method a()V\n.registers 1\nnoop",
       "line 4: 'noop' is no instruction"},
      {".class LA;\n.method a()V\n.registers 1\nmove v0, v1",
       "line 4: 1 is not from 0 to 0"},
      {".class LA;\n.method a()V\n.registers 1\nconst/4 v0, 8",
       "line 4: 8 is not from -8 to 7"},
      {".class LA;\n.method a()V\n.registers 1\ngoto :x\n.end method",
       "line 5: label :x is used, but nowhere in the method ending here"},
      {".class LA;\n.method a()V\n.registers 1\n:x\n:x\n.end method",
       "line 5: label :x is there twice"},
  };
  for (const auto& [text, error] : cases) {
    Pool pool;
    const auto file = Assemble(text, &pool);
    ASSERT_FALSE(file) << text;
    EXPECT_EQ(file.error().message, error);
    EXPECT_EQ(file.error().kind, ErrorKind::kInvalidArgument);
  }
}

TEST(Assembler, RefusesDeepNesting) {
  Pool pool;
  const auto file =
      Assemble(".class LA;\n.field a:I = " + std::string(100000, '{'), &pool);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message,
            "line 2: values are nested more than 64 deep");
}

}  // namespace
}  // namespace reprise::dex
