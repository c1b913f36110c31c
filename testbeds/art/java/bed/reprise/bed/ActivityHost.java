package reprise.bed;

import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;

/**
 * The parent of a program's activity. The framework hands what a child starts to its parent, so
 * that the device can answer in place of the activity manager.
 */
final class ActivityHost extends Activity {
  @Override
  public void startActivityFromChild(Activity child, Intent intent, int code) {
    startActivityFromChild(child, intent, code, null);
  }

  @Override
  public void startActivityFromChild(Activity child, Intent intent, int code, Bundle options) {
    Device device = Device.get();
    Intent result = device == null ? null : device.answer(intent);
    if (result == null) {
      throw new ActivityNotFoundException("No Activity found to handle " + intent.getAction());
    }
    new Handler(Looper.getMainLooper())
        .post(
            () ->
                Hidden.call(
                    Activity.class, child, "onActivityResult", code, Activity.RESULT_OK, result));
  }
}
