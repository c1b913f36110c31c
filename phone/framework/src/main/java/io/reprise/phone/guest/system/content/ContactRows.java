package io.reprise.phone.guest.system.content;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Note;
import android.provider.ContactsContract.CommonDataKinds.Organization;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.Photo;
import android.provider.ContactsContract.CommonDataKinds.StructuredName;
import android.provider.ContactsContract.CommonDataKinds.StructuredPostal;
import android.provider.ContactsContract.CommonDataKinds.Website;
import io.reprise.phone.guest.LogLines;
import io.reprise.phone.guest.feed.Feeds;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import reprise.PhoneFeed.PhoneFeeds;

/**
 * The tables behind the contacts, in memory: what the host fed, and what the
 * app made of it. Each contact has one raw contact of the same number; rows of
 * data repeat what their contact says, so that every question is one query.
 */
final class ContactRows {
  /** Columns that rows of data take from their contact. */
  private static final List<String> REPEATED = List.of("display_name", "display_name_alt", "lookup", "sort_key",
      "sort_key_alt", "starred", "has_phone_number", "photo_id", "photo_uri", "photo_thumb_uri",
      "in_visible_group", "display_name_source", "times_contacted", "custom_ringtone", "send_to_voicemail");
  private static final String NUMBERS = "_id|.*_id|data2_number|times_.*|last_.*|starred|has_.*|in_.*|is_.*|deleted"
      + "|version|dirty|pinned|send_to_voicemail|.*_timestamp|display_name_source|data_version|carrier_presence";

  private final SQLiteDatabase db = SQLiteDatabase.create(null);
  private long lastContact;

  ContactRows() {
    make("contacts", ContactsContract.Contacts.class);
    make("raw_contacts", ContactsContract.RawContacts.class);
    make("data", ContactsContract.Data.class, Phone.class, Email.class, StructuredName.class, StructuredPostal.class,
        ContactsContract.RawContactsEntity.class);
    PhoneFeeds.File fed = Feeds.get().getContacts();
    if (fed.getPath().isEmpty()) return;
    try {
      String text = Files.readString(Path.of(fed.getPath()), StandardCharsets.UTF_8);
      for (List<VCards.Property> card : VCards.read(text)) add(card);
    } catch (IOException e) {
      LogLines.add("system", android.util.Log.WARN, "reprise", "cannot read the contacts " + fed.getName() + ": " + e);
    }
  }

  SQLiteDatabase db() {
    return db;
  }

  private void make(String table, Class<?>... columns) {
    TreeSet<String> names = new TreeSet<>(REPEATED);
    names.addAll(List.of("contact_id", "raw_contact_id", "name_raw_contact_id", "account_name", "account_type",
        "data_set", "data_id", "account_type_and_data_set", "res_package", "photo_file_id"));
    for (int i = 1; i <= 15; i++) names.add("data" + i);
    for (Class<?> c : columns) for (Field f : c.getFields()) {
      try {
        if (f.getType() == String.class && f.get(null) instanceof String s && s.matches("_?[a-z][a-z0-9_]*")) names.add(s);
      } catch (IllegalAccessException e) {
        // Not a constant.
      }
    }
    names.remove("_id");
    names.remove("_count");
    StringBuilder sql = new StringBuilder("CREATE TABLE " + table + " (_id INTEGER PRIMARY KEY");
    for (String c : names) {
      sql.append(", \"").append(c).append(c.equals("data15") ? "\" BLOB" : c.matches(NUMBERS) ? "\" INTEGER" : "\" TEXT");
    }
    db.execSQL(sql.append(")").toString());
  }

  // --- changes ---

  /** A new contact without anything; its number. */
  long newContact(ContentValues given) {
    long id = ++lastContact;
    ContentValues raw = new ContentValues(given);
    raw.put("_id", id);
    raw.put("contact_id", id);
    raw.put("deleted", 0);
    raw.put("version", 1);
    if (!raw.containsKey("starred")) raw.put("starred", 0);
    db.insertOrThrow("raw_contacts", null, raw);
    ContentValues contact = new ContentValues();
    contact.put("_id", id);
    contact.put("name_raw_contact_id", id);
    contact.put("starred", raw.getAsInteger("starred"));
    contact.put("in_visible_group", 1);
    contact.put("times_contacted", 0);
    contact.put("pinned", 0);
    contact.put("send_to_voicemail", 0);
    contact.put("is_user_profile", 0);
    db.insertOrThrow("contacts", null, contact);
    refresh(id);
    return id;
  }

  long newData(long contact, ContentValues given) {
    ContentValues v = new ContentValues(given);
    v.put("raw_contact_id", contact);
    v.put("contact_id", contact);
    if (StructuredName.CONTENT_ITEM_TYPE.equals(v.getAsString("mimetype"))) wholeName(v);
    if (!v.containsKey("is_primary")) v.put("is_primary", 0);
    if (!v.containsKey("is_super_primary")) v.put("is_super_primary", 0);
    if (Phone.CONTENT_ITEM_TYPE.equals(v.getAsString("mimetype")) && v.getAsString("data4") == null) {
      String digits = digits(v.getAsString("data1"));
      if (digits.startsWith("+")) v.put("data4", digits);
    }
    long id = db.insertOrThrow("data", null, v);
    refresh(contact);
    return id;
  }

  private static void wholeName(ContentValues v) {
    if (v.getAsString("data1") != null && !v.getAsString("data1").isEmpty()) return;
    StringBuilder name = new StringBuilder();
    for (String part : new String[] {"data4", "data2", "data5", "data3", "data6"}) {
      String s = v.getAsString(part);
      if (s != null && !s.isBlank()) name.append(name.length() == 0 ? "" : " ").append(s.trim());
    }
    v.put("data1", name.toString());
  }

  static String digits(String number) {
    return number == null ? "" : number.replaceAll("[^0-9+]", "");
  }

  void remove(long contact) {
    db.delete("contacts", "_id=" + contact, null);
    db.delete("raw_contacts", "_id=" + contact, null);
    db.delete("data", "contact_id=" + contact, null);
  }

  /** What the contact says follows from its data. */
  void refresh(long contact) {
    String name = first(contact, StructuredName.CONTENT_ITEM_TYPE);
    for (String other : new String[] {Organization.CONTENT_ITEM_TYPE, Phone.CONTENT_ITEM_TYPE, Email.CONTENT_ITEM_TYPE}) {
      if (name == null || name.isEmpty()) name = first(contact, other);
    }
    ContentValues v = new ContentValues();
    v.put("display_name", name);
    v.put("display_name_alt", name);
    v.put("sort_key", name);
    v.put("sort_key_alt", name);
    v.put("display_name_source", 40);
    v.put("lookup", "0r" + contact + "-" + Integer.toHexString(String.valueOf(name).hashCode()).toUpperCase());
    v.put("has_phone_number", first(contact, Phone.CONTENT_ITEM_TYPE) == null ? 0 : 1);
    Long photo = null;
    try (Cursor c = db.rawQuery("SELECT _id FROM data WHERE contact_id=" + contact + " AND data15 IS NOT NULL"
        + " AND mimetype=?", new String[] {Photo.CONTENT_ITEM_TYPE})) {
      if (c.moveToFirst()) photo = c.getLong(0);
    }
    String uri = photo == null ? null : "content://com.android.contacts/contacts/" + contact + "/photo";
    v.put("photo_id", photo);
    v.put("photo_uri", uri);
    v.put("photo_thumb_uri", uri);
    db.update("contacts", v, "_id=" + contact, null);
    db.update("data", v, "contact_id=" + contact, null);
    ContentValues raw = new ContentValues();
    for (String k : new String[] {"display_name", "display_name_alt", "sort_key", "sort_key_alt"}) raw.put(k, name);
    db.update("raw_contacts", raw, "_id=" + contact, null);
    db.execSQL("UPDATE data SET starred=(SELECT starred FROM contacts WHERE _id=" + contact + "), in_visible_group=1"
        + " WHERE contact_id=" + contact);
  }

  private String first(long contact, String type) {
    try (Cursor c = db.rawQuery("SELECT data1 FROM data WHERE contact_id=" + contact + " AND mimetype=? ORDER BY _id",
        new String[] {type})) {
      return c.moveToFirst() ? c.getString(0) : null;
    }
  }

  // --- what the host fed ---

  private void add(List<VCards.Property> card) {
    long id = newContact(new ContentValues());
    ContentValues name = new ContentValues();
    for (VCards.Property p : card) {
      if (p.name().equals("FN")) name.put("data1", p.text());
      if (!p.name().equals("N")) continue;
      List<String> parts = p.parts();
      String[] columns = {"data3", "data2", "data5", "data4", "data6"};
      for (int i = 0; i < Math.min(columns.length, parts.size()); i++) name.put(columns[i], parts.get(i));
    }
    if (name.size() > 0) put(id, StructuredName.CONTENT_ITEM_TYPE, name);
    for (VCards.Property p : card) {
      switch (p.name()) {
        case "TEL" -> put(id, Phone.CONTENT_ITEM_TYPE, values("data1", number(p), "data2", phoneType(p)));
        case "EMAIL" -> put(id, Email.CONTENT_ITEM_TYPE,
            values("data1", p.text(), "data2", p.is("HOME") ? 1 : p.is("WORK") ? 2 : 3));
        case "ADR" -> address(id, p);
        case "ORG" -> put(id, Organization.CONTENT_ITEM_TYPE, values("data1", p.parts().get(0), "data2", 1));
        case "NOTE" -> put(id, Note.CONTENT_ITEM_TYPE, values("data1", p.text(), null, null));
        case "URL" -> put(id, Website.CONTENT_ITEM_TYPE, values("data1", p.text(), "data2", 7));
        case "PHOTO" -> {
          ContentValues v = new ContentValues();
          if (p.bytes() == null) break;
          v.put("data15", p.bytes());
          put(id, Photo.CONTENT_ITEM_TYPE, v);
        }
        default -> { }
      }
    }
  }

  private static String number(VCards.Property p) {
    String text = p.text();
    return text.startsWith("tel:") ? text.substring(4) : text;
  }

  private static int phoneType(VCards.Property p) {
    if (p.is("CELL")) return Phone.TYPE_MOBILE;
    if (p.is("HOME")) return p.is("FAX") ? Phone.TYPE_FAX_HOME : Phone.TYPE_HOME;
    if (p.is("WORK")) return p.is("FAX") ? Phone.TYPE_FAX_WORK : Phone.TYPE_WORK;
    return p.is("PAGER") ? Phone.TYPE_PAGER : Phone.TYPE_MOBILE;
  }

  private void address(long id, VCards.Property p) {
    List<String> parts = p.parts();
    String[] columns = {"data5", null, "data4", "data7", "data8", "data9", "data10"};
    ContentValues v = new ContentValues();
    StringBuilder whole = new StringBuilder();
    for (int i = 0; i < Math.min(columns.length, parts.size()); i++) {
      if (parts.get(i).isBlank()) continue;
      if (columns[i] != null) v.put(columns[i], parts.get(i));
      whole.append(whole.length() == 0 ? "" : ", ").append(parts.get(i));
    }
    v.put("data1", whole.toString());
    v.put("data2", p.is("WORK") ? StructuredPostal.TYPE_WORK : StructuredPostal.TYPE_HOME);
    put(id, StructuredPostal.CONTENT_ITEM_TYPE, v);
  }

  private static ContentValues values(String key, String value, String other, Integer number) {
    ContentValues v = new ContentValues();
    v.put(key, value);
    if (other != null) v.put(other, number);
    return v;
  }

  private void put(long contact, String type, ContentValues v) {
    v.put("mimetype", type);
    newData(contact, v);
  }
}
