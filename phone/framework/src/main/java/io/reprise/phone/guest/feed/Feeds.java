package io.reprise.phone.guest.feed;

import android.content.Context;
import android.location.ILocationManager;
import io.reprise.phone.guest.LogLines;
import io.reprise.phone.guest.feed.camera.CameraService;
import io.reprise.phone.guest.feed.camera.Scene;
import io.reprise.phone.guest.feed.location.LocationService;
import io.reprise.phone.guest.feed.location.Locations;
import io.reprise.phone.guest.feed.person.Fingers;
import io.reprise.phone.guest.feed.person.Voice;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.robolectric.shadows.ShadowServiceManager;
import reprise.PhoneFeed.PhoneFeeds;
import reprise.PhoneFeed.PhoneTrack;

/**
 * What the host feeds into the phone, as this process was told it last: who
 * delivers it to the app asks here and is told of changes. Any thread.
 */
public final class Feeds {
  private static volatile PhoneFeeds feeds = PhoneFeeds.getDefaultInstance();

  private Feeds() {}

  /** A new app: nobody listens yet. */
  public static void begin(PhoneFeeds f) {
    feeds = f;
    Sensors.begin();
    Locations.begin();
    Scene.changed();
    CameraService.begin();
    Fingers.begin();
    Voice.begin();
    ShadowServiceManager.addBinderService(Context.LOCATION_SERVICE, ILocationManager.class, LocationService.make());
  }

  /** On the thread of requests, while the app is idle. */
  public static void update(PhoneFeeds f) {
    PhoneFeeds before = feeds;
    feeds = f;
    Sensors.changed(before, f);
    Locations.changed(before, f);
    Scene.changed();
  }

  public static PhoneFeeds get() {
    return feeds;
  }

  /** The track in a file of the supervisor's; an empty one if there is none. */
  public static PhoneTrack track(PhoneFeeds.File file) {
    if (file.getPath().isEmpty()) return PhoneTrack.getDefaultInstance();
    try (InputStream in = new FileInputStream(file.getPath())) {
      return PhoneTrack.parseFrom(in);
    } catch (IOException e) {
      LogLines.add("system", android.util.Log.WARN, "reprise", "cannot read what was fed as " + file.getName() + ": " + e);
      return PhoneTrack.getDefaultInstance();
    }
  }
}
