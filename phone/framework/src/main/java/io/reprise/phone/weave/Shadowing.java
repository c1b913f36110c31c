package io.reprise.phone.weave;

/** What shadows do to a class of the framework. */
public interface Shadowing {
  /** Nothing: there are none. */
  Shadowing NONE = new Shadowing() {
    @Override public boolean shadowed() {
      return false;
    }

    @Override public boolean replaces(String method, String descriptor, boolean isStatic, boolean isNative) {
      return false;
    }
  };

  /** True if a shadow is made for each of its objects. */
  boolean shadowed();

  /** True if it is not the method's own code that is to run. */
  boolean replaces(String method, String descriptor, boolean isStatic, boolean isNative);
}
