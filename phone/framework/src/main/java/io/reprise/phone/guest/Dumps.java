package io.reprise.phone.guest;

import io.reprise.phone.guest.activity.ActivityRecord;
import io.reprise.phone.guest.activity.Tasks;
import io.reprise.phone.guest.app.Services;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import reprise.Phone.PhoneRequest.Dump;

/** What dumpsys prints of an app: in Android's words where tools read them. */
final class Dumps {
  private Dumps() {}

  static String dump(Dump d) {
    return MainThread.call(() -> switch (d.getName()) {
      case "activity" -> d.getArgsList().contains("top") ? top() : activity();
      case "services" -> services();
      case "meminfo" -> memory();
      default -> "";
    });
  }

  private static String activity() {
    StringBuilder s = new StringBuilder("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n");
    List<ActivityRecord> all = Tasks.get().all();
    s.append("Display #0 (activities from top to bottom):\n");
    for (int i = all.size() - 1; i >= 0; i--) s.append("    * Hist #").append(i).append(": ").append(all.get(i).line()).append('\n');
    ActivityRecord top = Tasks.get().top();
    if (top != null) {
      s.append("  mResumedActivity: ").append(top.line()).append('\n');
      s.append("  topResumedActivity=").append(top.line()).append('\n');
      s.append("  ResumedActivity: ").append(top.line()).append('\n');
    }
    return s.append(services()).toString();
  }

  private static String services() {
    StringBuilder s = new StringBuilder("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n");
    List<String> names = Services.get().names();
    if (names.isEmpty()) s.append("  (nothing)\n");
    for (String n : names) s.append("  * ServiceRecord{0 u0 ").append(App.name()).append('/').append(n).append("}\n");
    return s.toString();
  }

  /** What the activity on top prints of itself, with its views. */
  private static String top() {
    ActivityRecord top = Tasks.get().top();
    if (top == null) return "";
    android.app.Activity a = App.thread().getActivity(top.token);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.println("TASK " + top.info().taskAffinity + " id=" + top.taskId());
    out.println("  ACTIVITY " + top + " 0 pid=" + App.pid());
    if (a != null) a.dump("    ", null, out, new String[0]);
    out.flush();
    return text.toString();
  }

  private static String memory() {
    Runtime r = Runtime.getRuntime();
    return "Applications Memory Usage (in Kilobytes):\n** MEMINFO in pid " + App.pid() + " [" + App.name() + "] **\n"
        + "   Dalvik Heap " + (r.totalMemory() - r.freeMemory()) / 1024 + " of " + r.maxMemory() / 1024 + "\n";
  }
}
