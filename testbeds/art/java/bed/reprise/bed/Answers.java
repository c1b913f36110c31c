package reprise.bed;

/** What a service says that has nothing to say. */
final class Answers {
  private Answers() {}

  static Object zero(Class<?> type) {
    if (type == boolean.class) return false;
    if (type == int.class) return 0;
    if (type == long.class) return 0L;
    if (type == float.class) return 0f;
    return null;
  }
}
