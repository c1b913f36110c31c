package reprise.apps.hello;

import reprise.apps.Transcript;

/** Says which runtime it runs on. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Transcript.line("hello from " + System.getProperty("java.vm.name"));
    for (String argument : arguments) Transcript.line("argument " + argument);
    Thread thread = new Thread(() -> Transcript.line("hello from a lambda"), "second");
    thread.start();
    thread.join();
    Transcript.end();
  }
}
