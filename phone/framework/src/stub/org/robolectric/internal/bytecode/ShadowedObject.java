package org.robolectric.internal.bytecode;

/**
 * Only for javac, which does not see that the framework's abstract classes have
 * this method: it is synthetic there.
 */
public interface ShadowedObject {
  default Object $$robo$getData() {
    return null;
  }
}
