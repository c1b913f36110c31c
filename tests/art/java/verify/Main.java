package reprise.verify;

import dalvik.system.DexFile;
import dalvik.system.PathClassLoader;
import java.util.Collections;
import java.util.List;

/**
 * Loads and verifies every class of an APK, without initialising any, and prints those that did not
 * load or verify. What the verifier thinks of their methods is in ART's log.
 *
 * <p>Arguments: the library that has verify(), the APK.
 */
public final class Main {
  private static final int HARD = 3;

  private Main() {}

  private static native int verify(Class<?> wanted);

  public static void main(String[] arguments) throws Exception {
    System.load(arguments[0]);
    ClassLoader boot = Object.class.getClassLoader();
    ClassLoader loader = new PathClassLoader(arguments[1], boot);
    @SuppressWarnings("deprecation")
    List<String> names = Collections.list(new DexFile(arguments[1]).entries());
    Collections.sort(names);
    int hard = 0;
    int absent = 0;
    for (String name : names) {
      try {
        if (verify(Class.forName(name, false, loader)) == HARD) throw new AssertionError(name);
      } catch (VerifyError error) {
        ++hard;
        System.out.println("hard: " + name + ": " + error.getMessage());
      } catch (ClassNotFoundException | LinkageError error) {
        ++absent;
        System.out.println("absent: " + name + ": " + error);
      }
    }
    System.out.println("classes " + names.size() + " hard " + hard + " absent " + absent);
    System.exit(0);
  }
}
