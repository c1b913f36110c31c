package io.reprise.phone.guest.system;

import android.app.Activity;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.provider.MediaStore;
import android.provider.Settings;
import android.speech.RecognizerIntent;
import io.reprise.phone.guest.packages.Packages;
import io.reprise.phone.guest.system.ask.BrowserActivity;
import io.reprise.phone.guest.system.ask.CameraActivity;
import io.reprise.phone.guest.system.ask.ComposeActivity;
import io.reprise.phone.guest.system.ask.ContactsActivity;
import io.reprise.phone.guest.system.ask.DialerActivity;
import io.reprise.phone.guest.system.ask.DocumentsActivity;
import io.reprise.phone.guest.system.ask.PhotosActivity;
import io.reprise.phone.guest.system.ask.ShareActivity;
import io.reprise.phone.guest.system.ask.ViewerActivity;
import io.reprise.phone.guest.system.settings.DateActivity;
import io.reprise.phone.guest.system.settings.LanguageActivity;
import io.reprise.phone.guest.system.settings.SettingsActivity;
import io.reprise.phone.guest.system.settings.SpecialActivity;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.robolectric.shadows.ShadowPackageManager;

/**
 * The phone's own apps: which screen answers which intents, as their manifests
 * would say it. The package manager knows them, so apps find them as on a phone.
 */
public final class SystemApps {
  /** One screen; `classes` of filters are what its manifest would hold. */
  record Entry(Class<? extends Activity> type, String label, String permission, List<IntentFilter> filters) {}

  private static final String DEFAULT = Intent.CATEGORY_DEFAULT;
  private static final Map<Class<? extends Activity>, Set<String>> PAGES = Map.of(
      DateActivity.class, Set.of(Settings.ACTION_DATE_SETTINGS),
      LanguageActivity.class, Set.of(Settings.ACTION_LOCALE_SETTINGS, Settings.ACTION_APP_LOCALE_SETTINGS,
          "android.settings.LANGUAGE_SETTINGS"),
      SpecialActivity.class, SpecialActivity.ACTIONS,
      AppInfoActivity.class, Set.of(Settings.ACTION_APPLICATION_DETAILS_SETTINGS,
          Settings.ACTION_APP_NOTIFICATION_SETTINGS));
  private static List<Entry> all;

  private SystemApps() {}

  static synchronized List<Entry> all() {
    if (all != null) return all;
    List<Entry> made = new ArrayList<>();
    made.add(new Entry(CameraActivity.class, "Camera", null, List.of(filter(null, null,
        MediaStore.ACTION_IMAGE_CAPTURE, MediaStore.ACTION_IMAGE_CAPTURE_SECURE, MediaStore.ACTION_VIDEO_CAPTURE,
        MediaStore.INTENT_ACTION_STILL_IMAGE_CAMERA, MediaStore.INTENT_ACTION_VIDEO_CAMERA))));
    made.add(new Entry(DocumentsActivity.class, "Files", null, List.of(
        filter(null, "*/*", Intent.ACTION_GET_CONTENT, Intent.ACTION_OPEN_DOCUMENT, Intent.ACTION_CREATE_DOCUMENT),
        filter(null, null, Intent.ACTION_OPEN_DOCUMENT_TREE))));
    made.add(new Entry(PhotosActivity.class, "Photos", null, List.of(
        types(filter(null, "image/*", Intent.ACTION_PICK), "video/*", "vnd.android.cursor.dir/image",
            "vnd.android.cursor.dir/video"),
        filter(null, null, MediaStore.ACTION_PICK_IMAGES),
        types(filter(null, "image/*", MediaStore.ACTION_PICK_IMAGES), "video/*"))));
    made.add(new Entry(ContactsActivity.class, "Contacts", null, List.of(
        types(filter(null, "vnd.android.cursor.dir/contact", Intent.ACTION_PICK),
            "vnd.android.cursor.dir/phone_v2", "vnd.android.cursor.dir/email_v2",
            "vnd.android.cursor.dir/postal-address_v2"))));
    made.add(new Entry(BrowserActivity.class, "Browser", null, List.of(
        schemes(filter("http", null, Intent.ACTION_VIEW), "https"), filter(null, null, Intent.ACTION_WEB_SEARCH))));
    made.add(new Entry(BrowserActivity.Maps.class, "Maps", null, List.of(filter("geo", null, Intent.ACTION_VIEW))));
    made.add(new Entry(DialerActivity.class, "Phone", null, List.of(
        filter(null, null, Intent.ACTION_DIAL), filter("tel", null, Intent.ACTION_DIAL, Intent.ACTION_VIEW))));
    made.add(new Entry(DialerActivity.Call.class, "Phone", "android.permission.CALL_PHONE",
        List.of(filter("tel", null, Intent.ACTION_CALL))));
    made.add(new Entry(ComposeActivity.class, "Messages", null, List.of(
        schemes(filter("sms", null, Intent.ACTION_SENDTO, Intent.ACTION_VIEW), "smsto", "mms", "mmsto"),
        filter(null, "text/plain", Intent.ACTION_SEND))));
    made.add(new Entry(ComposeActivity.Mail.class, "Mail", null, List.of(
        filter("mailto", null, Intent.ACTION_SENDTO, Intent.ACTION_VIEW),
        filter(null, "*/*", Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE))));
    made.add(new Entry(ShareActivity.class, "Copy to clipboard", null,
        List.of(filter(null, "text/*", Intent.ACTION_SEND))));
    made.add(new Entry(ShareActivity.Save.class, "Save to Files", null,
        List.of(filter(null, "*/*", Intent.ACTION_SEND, Intent.ACTION_SEND_MULTIPLE))));
    made.add(new Entry(ViewerActivity.class, "Viewer", null, List.of(
        schemes(filter("content", "*/*", Intent.ACTION_VIEW), "file"))));
    made.add(new Entry(SpeechActivity.class, "Speech", null,
        List.of(filter(null, null, RecognizerIntent.ACTION_RECOGNIZE_SPEECH))));
    made.add(new Entry(HomeActivity.class, "Home", null, List.of(home())));
    settings(made);
    made.add(new Entry(StandInActivity.class, "Phone", null, List.of(
        filter(null, null, Intent.ACTION_SET_WALLPAPER, "android.media.action.DISPLAY_AUDIO_EFFECT_CONTROL_PANEL",
            Intent.ACTION_INSERT, Intent.ACTION_EDIT, Intent.ACTION_INSERT_OR_EDIT),
        types(filter(null, "vnd.android.cursor.dir/*", Intent.ACTION_INSERT, Intent.ACTION_EDIT,
            Intent.ACTION_INSERT_OR_EDIT), "vnd.android.cursor.item/*"),
        schemes(filter("package", null, Intent.ACTION_DELETE, Intent.ACTION_UNINSTALL_PACKAGE), "file"),
        filter("market", null, Intent.ACTION_VIEW),
        schemes(filter("content", "application/vnd.android.package-archive", Intent.ACTION_INSTALL_PACKAGE), "file"))));
    return all = List.copyOf(made);
  }

  /** All settings pages: those that act, and one for the rest. */
  private static void settings(List<Entry> to) {
    Set<String> rest = new TreeSet<>();
    for (Field f : Settings.class.getFields()) {
      try {
        if (f.getName().startsWith("ACTION_") && f.get(null) instanceof String s && s.startsWith("android.settings.")) {
          rest.add(s);
        }
      } catch (IllegalAccessException e) {
        // Not a constant.
      }
    }
    PAGES.forEach((type, actions) -> {
      to.add(new Entry(type, "Settings", null, List.of(filter(null, null, actions.toArray(new String[0])),
          filter("package", null, actions.toArray(new String[0])))));
      rest.removeAll(actions);
    });
    String[] others = rest.toArray(new String[0]);
    to.add(new Entry(SettingsActivity.class, "Settings", null,
        List.of(filter(null, null, others), filter("package", null, others))));
  }

  private static IntentFilter home() {
    IntentFilter f = filter(null, null, Intent.ACTION_MAIN);
    f.addCategory(Intent.CATEGORY_HOME);
    return f;
  }

  private static IntentFilter filter(String scheme, String type, String... actions) {
    IntentFilter f = new IntentFilter();
    for (String a : actions) f.addAction(a);
    f.addCategory(DEFAULT);
    f.addCategory(Intent.CATEGORY_OPENABLE);
    f.addCategory(Intent.CATEGORY_BROWSABLE);
    if (scheme != null) f.addDataScheme(scheme);
    return type == null ? f : types(f, type);
  }

  private static IntentFilter types(IntentFilter f, String... types) {
    for (String t : types) {
      try {
        f.addDataType(t);
      } catch (IntentFilter.MalformedMimeTypeException e) {
        throw new IllegalStateException(e);
      }
    }
    return f;
  }

  private static IntentFilter schemes(IntentFilter f, String... more) {
    for (String s : more) f.addDataScheme(s);
    return f;
  }

  /** Puts them where the package manager finds them. */
  public static void install(ShadowPackageManager manager) {
    for (Entry e : all()) {
      ComponentName name = new ComponentName(Packages.OURS, e.type().getName());
      ActivityInfo info = Screens.info(e.type());
      manager.addOrUpdateActivity(info);
      for (IntentFilter f : e.filters()) {
        add(manager, name, f);
      }
    }
  }

  private static void add(ShadowPackageManager manager, ComponentName name, IntentFilter filter) {
    try {
      manager.addIntentFilterForActivity(name, filter);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static Entry of(Class<?> type) {
    for (Entry e : all()) if (e.type() == type) return e;
    return null;
  }
}
