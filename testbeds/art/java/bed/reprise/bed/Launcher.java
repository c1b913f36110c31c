package reprise.bed;

import android.app.Activity;
import android.app.Application;
import android.os.Looper;
import java.util.Arrays;

/**
 * Runs a program as an app's process would: on the main thread with a prepared looper, which loops
 * when the program's first method has returned. A program is a class with main(String[]), an
 * Application or an Activity; it ends itself with System.exit.
 */
public final class Launcher {
  private Launcher() {}

  /** Arguments: the library of the framework's natives, the program's class, its arguments. */
  public static void main(String[] arguments) throws Throwable {
    System.load(arguments[0]);
    Looper.prepareMainLooper();
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    Device.connect(loader);
    String pipe = System.getProperty("reprise.attach");
    if (pipe != null) new AttachListener(pipe, loader).start();
    Class<?> program = loader.loadClass(arguments[1]);
    if (Application.class.isAssignableFrom(program)) {
      Application application = (Application) program.getDeclaredConstructor().newInstance();
      Hidden.attachBaseContext(application, new GroundContext(application, loader));
      application.onCreate();
    } else if (Activity.class.isAssignableFrom(program)) {
      Activity activity = (Activity) program.getDeclaredConstructor().newInstance();
      Hidden.attachBaseContext(activity, new GroundContext(new Application(), loader));
      Hidden.call(Activity.class, activity, "setParent", new ActivityHost());
      Hidden.call(Activity.class, activity, "onCreate", (Object) null);
    } else {
      String[] rest = Arrays.copyOfRange(arguments, 2, arguments.length);
      program.getMethod("main", String[].class).invoke(null, (Object) rest);
    }
    Looper.loop();
  }
}
