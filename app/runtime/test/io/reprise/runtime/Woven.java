// What the weaver makes of a call and of a body, written by hand, for tests
// that need no weaver: docs/architecture/weave.md has it in Java's words.
package io.reprise.runtime;

final class Woven {
  interface Body {
    Object run(Object[] args) throws Throwable;
  }

  private Woven() {}

  static Object around(int point, Object self, Body body, Object... args) {
    try {
      Call call = null;
      if (!Hooks.on || (call = Hooks.enter(point, self, args.length == 0 ? null : args)) == null) {
        return body.run(args);
      }
      if (Hooks.answered(call)) {
        return Hooks.answer(call);
      }
      Object result;
      try {
        result = body.run(args);
      } catch (Throwable t) {
        return Hooks.fail(call, t);
      }
      return Hooks.leave(call, result);
    } catch (Throwable t) {
      Throwables.<RuntimeException>sneak(t);
      return null;
    }
  }

  /** Around a constructor, which is always run. */
  static Object made(int point, Body body, Object... args) {
    try {
      Call call = Hooks.on ? Hooks.enter(point, null, args.length == 0 ? null : args) : null;
      Object result = body.run(args);
      return call == null ? result : Hooks.leave(call, result) == null ? result : result;
    } catch (Throwable t) {
      Throwables.<RuntimeException>sneak(t);
      return null;
    }
  }
}
