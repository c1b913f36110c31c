package io.reprise.phone.guest.service;

import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.app.NotificationManager;
import android.os.Parcel;
import android.os.Parcelable;
import android.util.Log;
import com.google.protobuf.ByteString;
import io.reprise.phone.guest.App;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reprise.PhoneSystem.PhoneChannel;

/** The channels of notifications and their groups, by Android's rules for who may change what. Guarded by Notices. */
final class Channels {
  private static final int MAX_CHANNELS = 5000;

  private final Map<String, NotificationChannel> channels = new LinkedHashMap<>();
  private final Map<String, NotificationChannelGroup> groups = new LinkedHashMap<>();

  void clear() {
    channels.clear();
    groups.clear();
  }

  /** What the app changes of one that is there is its name, description and group, and less importance. */
  void create(NotificationChannel c) {
    if (c.getImportance() < NotificationManager.IMPORTANCE_NONE || c.getImportance() > NotificationManager.IMPORTANCE_MAX) {
      throw new IllegalArgumentException("Invalid importance level");
    }
    if (c.getGroup() != null && !groups.containsKey(c.getGroup())) {
      throw new IllegalArgumentException("NotificationChannelGroup doesn't exist");
    }
    NotificationChannel old = channels.get(c.getId());
    if (old == null) {
      if (channels.size() >= MAX_CHANNELS) {
        throw new IllegalStateException("Limit exceed; cannot create more channels");
      }
      channels.put(c.getId(), copy(c));
      return;
    }
    old.setDeleted(false);
    old.setName(c.getName());
    old.setDescription(c.getDescription());
    if (old.getGroup() == null) old.setGroup(c.getGroup());
    if (c.getImportance() < old.getImportance()) old.setImportance(c.getImportance());
  }

  void create(NotificationChannelGroup g) {
    groups.put(g.getId(), g.clone());
  }

  boolean delete(String id) {
    if (NotificationChannel.DEFAULT_CHANNEL_ID.equals(id)) {
      throw new IllegalArgumentException("Cannot delete default channel");
    }
    NotificationChannel c = channels.get(id);
    if (c == null || c.isDeleted()) return false;
    c.setDeleted(true);
    return true;
  }

  /** Its channels go with it; their ids. */
  List<String> deleteGroup(String id) {
    List<String> gone = new ArrayList<>();
    if (groups.remove(id) == null) return gone;
    for (NotificationChannel c : all()) {
      if (!id.equals(c.getGroup())) continue;
      channels.get(c.getId()).setDeleted(true);
      gone.add(c.getId());
    }
    return gone;
  }

  /** Null = there is none. An app for before Android 8 has one that it does not know of. */
  NotificationChannel find(String id) {
    NotificationChannel c = channels.get(id);
    if (c != null && !c.isDeleted()) return c;
    if (App.current().info().targetSdkVersion >= 26) return null;
    return new NotificationChannel(NotificationChannel.DEFAULT_CHANNEL_ID, "Miscellaneous",
        NotificationManager.IMPORTANCE_DEFAULT);
  }

  List<NotificationChannel> all() {
    List<NotificationChannel> all = new ArrayList<>();
    for (NotificationChannel c : channels.values()) if (!c.isDeleted()) all.add(copy(c));
    return all;
  }

  NotificationChannelGroup group(String id) {
    NotificationChannelGroup g = groups.get(id);
    if (g == null) return null;
    NotificationChannelGroup found = g.clone();
    for (NotificationChannel c : all()) if (id.equals(c.getGroup())) found.addChannel(c);
    return found;
  }

  List<NotificationChannelGroup> groups() {
    List<NotificationChannelGroup> all = new ArrayList<>();
    for (String id : groups.keySet()) all.add(group(id));
    return all;
  }

  List<PhoneChannel> save() {
    List<PhoneChannel> kept = new ArrayList<>();
    for (NotificationChannelGroup g : groups.values()) {
      kept.add(PhoneChannel.newBuilder().setId(g.getId()).setName(String.valueOf(g.getName())).setIsGroup(true)
          .setInfo(bytes(g)).build());
    }
    for (NotificationChannel c : channels.values()) {
      kept.add(PhoneChannel.newBuilder().setId(c.getId()).setName(String.valueOf(c.getName()))
          .setImportance(c.getImportance()).setDeleted(c.isDeleted()).setInfo(bytes(c)).build());
    }
    return kept;
  }

  void restore(List<PhoneChannel> kept) {
    for (PhoneChannel k : kept) {
      Parcel from = Parcel.obtain();
      try {
        byte[] bytes = k.getInfo().toByteArray();
        from.unmarshall(bytes, 0, bytes.length);
        from.setDataPosition(0);
        if (k.getIsGroup()) groups.put(k.getId(), NotificationChannelGroup.CREATOR.createFromParcel(from));
        else channels.put(k.getId(), NotificationChannel.CREATOR.createFromParcel(from));
      } catch (RuntimeException e) {
        Log.w("NotificationService", "the channel " + k.getId() + " cannot be read", e);
      } finally {
        from.recycle();
      }
    }
  }

  private static ByteString bytes(Parcelable p) {
    Parcel to = Parcel.obtain();
    try {
      p.writeToParcel(to, 0);
      return ByteString.copyFrom(to.marshall());
    } finally {
      to.recycle();
    }
  }

  private static NotificationChannel copy(NotificationChannel c) {
    Parcel to = Parcel.obtain();
    try {
      c.writeToParcel(to, 0);
      to.setDataPosition(0);
      return NotificationChannel.CREATOR.createFromParcel(to);
    } finally {
      to.recycle();
    }
  }
}
