package io.reprise.phone.guest.shadow;

import android.content.ClipData;
import io.reprise.phone.guest.News;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowClipboardManager;
import reprise.Phone.PhoneReply;

/** What an app puts on the clipboard is told to the phone. */
@Implements(className = "android.content.ClipboardManager")
public class ClipboardManagerShadow extends ShadowClipboardManager {
  @Override
  @Implementation
  protected void setPrimaryClip(ClipData clip) {
    super.setPrimaryClip(clip);
    CharSequence text = clip == null || clip.getItemCount() == 0 ? null : clip.getItemAt(0).getText();
    News.send(PhoneReply.newBuilder().setChanged(PhoneReply.Changed.newBuilder()
        .setClipboard(text == null ? "" : text.toString())));
  }

  /** From outside: nobody is told but the app. */
  public void set(String text) {
    super.setPrimaryClip(ClipData.newPlainText("", text));
  }
}
