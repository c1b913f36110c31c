package io.reprise.phone.guest;

import android.content.ComponentName;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import com.google.protobuf.ByteString;
import io.reprise.phone.host.Refusal;
import java.util.ArrayList;
import java.util.List;
import reprise.Phone.PhoneExtra;
import reprise.Phone.PhoneIntent;
import reprise.Phone.PhoneInts;
import reprise.Phone.PhoneTexts;

/** Intents as messages, and back. */
public final class Intents {
  private Intents() {}

  public static Intent of(PhoneIntent p) {
    Intent i = new Intent();
    if (!p.getAction().isEmpty()) i.setAction(p.getAction());
    Uri data = p.getData().isEmpty() ? null : Uri.parse(p.getData());
    String type = p.getMimeType().isEmpty() ? null : p.getMimeType();
    if (data != null && type != null) i.setDataAndType(data, type);
    else if (data != null) i.setData(data);
    else if (type != null) i.setType(type);
    if (!p.getComponent().isEmpty()) i.setComponent(component(p.getComponent()));
    if (!p.getPackageName().isEmpty()) i.setPackage(p.getPackageName());
    for (String c : p.getCategoriesList()) i.addCategory(c);
    i.setFlags(p.getFlags());
    for (PhoneExtra e : p.getExtrasList()) put(i, e);
    return i;
  }

  static ComponentName component(String text) {
    ComponentName name = ComponentName.unflattenFromString(text);
    if (name == null) {
      throw new Refusal("'" + text + "' is no component; write PACKAGE/CLASS, for example com.a/.Main");
    }
    return name;
  }

  private static void put(Intent i, PhoneExtra e) {
    String k = e.getKey();
    switch (e.getValueCase()) {
      case TEXT -> i.putExtra(k, e.getText());
      case TRUTH -> i.putExtra(k, e.getTruth());
      case INT_VALUE -> i.putExtra(k, e.getIntValue());
      case LONG_VALUE -> i.putExtra(k, e.getLongValue());
      case FLOAT_VALUE -> i.putExtra(k, e.getFloatValue());
      case DOUBLE_VALUE -> i.putExtra(k, e.getDoubleValue());
      case URI -> i.putExtra(k, Uri.parse(e.getUri()));
      case COMPONENT -> i.putExtra(k, component(e.getComponent()));
      case BYTES_VALUE -> i.putExtra(k, e.getBytesValue().toByteArray());
      case TEXTS -> {
        List<String> items = e.getTexts().getItemsList();
        if (e.getAsList()) i.putStringArrayListExtra(k, new ArrayList<>(items));
        else i.putExtra(k, items.toArray(new String[0]));
      }
      case INTS -> {
        int[] ints = e.getInts().getItemsList().stream().mapToInt(Long::intValue).toArray();
        ArrayList<Integer> list = new ArrayList<>();
        for (int v : ints) list.add(v);
        if (e.getAsList()) i.putIntegerArrayListExtra(k, list);
        else i.putExtra(k, ints);
      }
      case LONGS -> {
        long[] longs = e.getLongs().getItemsList().stream().mapToLong(Long::longValue).toArray();
        if (e.getAsList()) i.putExtra(k, new ArrayList<>(e.getLongs().getItemsList()));
        else i.putExtra(k, longs);
      }
      case PARCEL -> {
        Bundle one = (Bundle) Parcels.read(e.getParcel());
        if (one != null) i.putExtras(one);
      }
      default -> i.putExtra(k, (String) null);
    }
  }

  public static PhoneIntent.Builder toProto(Intent i) {
    PhoneIntent.Builder p = PhoneIntent.newBuilder().setFlags(i.getFlags());
    if (i.getAction() != null) p.setAction(i.getAction());
    if (i.getDataString() != null) p.setData(i.getDataString());
    if (i.getType() != null) p.setMimeType(i.getType());
    if (i.getComponent() != null) p.setComponent(i.getComponent().flattenToString());
    if (i.getPackage() != null) p.setPackageName(i.getPackage());
    if (i.getCategories() != null) p.addAllCategories(i.getCategories());
    Bundle extras = i.getExtras();
    if (extras == null) return p;
    for (String key : extras.keySet()) {
      PhoneExtra.Builder e = extra(key, extras.get(key));
      if (e == null) e = parcel(extras, key);
      if (e == null) p.addLeftOut(key);
      else p.addExtras(e);
    }
    return p;
  }

  /** What only a Parcel carries, with its key. */
  private static PhoneExtra.Builder parcel(Bundle extras, String key) {
    Bundle one = new Bundle(extras);
    for (String other : extras.keySet()) if (!other.equals(key)) one.remove(other);
    ByteString bytes = Parcels.write(one);
    return bytes.isEmpty() ? null : PhoneExtra.newBuilder().setKey(key).setParcel(bytes);
  }

  private static PhoneExtra.Builder extra(String key, Object v) {
    PhoneExtra.Builder e = PhoneExtra.newBuilder().setKey(key);
    if (v == null) return e;
    if (v instanceof String s) return e.setText(s);
    if (v instanceof Boolean b) return e.setTruth(b);
    if (v instanceof Integer n) return e.setIntValue(n);
    if (v instanceof Long n) return e.setLongValue(n);
    if (v instanceof Float n) return e.setFloatValue(n);
    if (v instanceof Double n) return e.setDoubleValue(n);
    if (v instanceof Uri u) return e.setUri(u.toString());
    if (v instanceof ComponentName c) return e.setComponent(c.flattenToString());
    if (v instanceof byte[] b) return e.setBytesValue(ByteString.copyFrom(b));
    if (v instanceof CharSequence s) return e.setText(s.toString());
    if (v instanceof String[] a) {
      PhoneTexts.Builder t = PhoneTexts.newBuilder();
      for (String s : a) t.addItems(s == null ? "" : s);
      return e.setTexts(t);
    }
    if (v instanceof int[] a) {
      PhoneInts.Builder t = PhoneInts.newBuilder();
      for (int n : a) t.addItems(n);
      return e.setInts(t);
    }
    if (v instanceof long[] a) {
      PhoneInts.Builder t = PhoneInts.newBuilder();
      for (long n : a) t.addItems(n);
      return e.setLongs(t);
    }
    if (v instanceof ArrayList<?> list) return list(e.setAsList(true), list);
    return null;
  }

  private static PhoneExtra.Builder list(PhoneExtra.Builder e, ArrayList<?> list) {
    PhoneTexts.Builder texts = PhoneTexts.newBuilder();
    PhoneInts.Builder ints = PhoneInts.newBuilder();
    boolean longs = false;
    for (Object o : list) {
      if (o instanceof String s) texts.addItems(s);
      else if (o instanceof Integer n) ints.addItems(n);
      else if (o instanceof Long n) {
        ints.addItems(n);
        longs = true;
      } else return null;
    }
    if (ints.getItemsCount() > 0 && texts.getItemsCount() > 0) return null;
    if (ints.getItemsCount() == 0) return e.setTexts(texts);
    return longs ? e.setLongs(ints) : e.setInts(ints);
  }
}
