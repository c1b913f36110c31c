package io.reprise.phone.guest;

import io.reprise.phone.guest.activity.ActivityRecord;
import io.reprise.phone.guest.activity.Tasks;
import java.io.PrintWriter;
import java.io.StringWriter;
import reprise.Phone.PhoneRequest.Dump;

/** What dumpsys prints that only the framework knows; the rest is phone/shell's. */
final class Dumps {
  private Dumps() {}

  static String dump(Dump d) {
    boolean top = d.getName().equals("activity") && d.getArgsList().contains("top");
    return top ? MainThread.call(Dumps::top) : "";
  }

  /** What the activity on top prints of itself, with its views. */
  private static String top() {
    ActivityRecord top = Tasks.get().top();
    if (top == null) return "";
    android.app.Activity a = App.thread().getActivity(top.token);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    if (a != null) a.dump("    ", null, out, new String[0]);
    out.flush();
    return text.toString();
  }
}
