package io.reprise.phone.guest.system.content;

import android.content.ContentProvider;
import android.content.ContentUris;
import android.content.ContentValues;
import android.content.UriMatcher;
import android.content.res.AssetFileDescriptor;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.MatrixCursor;
import android.database.sqlite.SQLiteDatabase;
import android.net.Uri;
import android.os.ParcelFileDescriptor;
import android.provider.ContactsContract;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.Photo;
import android.provider.ContactsContract.CommonDataKinds.StructuredPostal;
import android.telephony.PhoneNumberUtils;
import io.reprise.phone.guest.feed.Feeds;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The phone's contacts: those of the vCards that the host feeds, and what the
 * app adds or changes while its process lives.
 */
public final class ContactsProvider extends ContentProvider {
  private static final String READ = "android.permission.READ_CONTACTS";
  private static final String WRITE = "android.permission.WRITE_CONTACTS";
  private static final String A = ContactsContract.AUTHORITY;
  private static final UriMatcher PATHS = new UriMatcher(UriMatcher.NO_MATCH);

  private static final int CONTACTS = 1;
  private static final int CONTACT = 2;
  private static final int LOOKUP = 3;
  private static final int CONTACT_DATA = 4;
  private static final int LOOKUP_DATA = 5;
  private static final int CONTACT_PHOTO = 6;
  private static final int FILTER = 7;
  private static final int DATA = 8;
  private static final int DATUM = 9;
  private static final int KIND = 10;
  private static final int KIND_ITEM = 11;
  private static final int KIND_FILTER = 12;
  private static final int PHONE_LOOKUP = 13;
  private static final int RAWS = 14;
  private static final int RAW = 15;
  private static final int RAW_DATA = 16;

  static {
    Object[][] all = {{"contacts", CONTACTS}, {"contacts/#", CONTACT}, {"contacts/lookup/*", LOOKUP},
        {"contacts/lookup/*/#", LOOKUP}, {"contacts/#/data", CONTACT_DATA}, {"contacts/#/entities", CONTACT_DATA},
        {"contacts/lookup/*/data", LOOKUP_DATA}, {"contacts/lookup/*/#/data", LOOKUP_DATA},
        {"contacts/lookup/*/entities", LOOKUP_DATA}, {"contacts/lookup/*/#/entities", LOOKUP_DATA},
        {"contacts/#/photo", CONTACT_PHOTO}, {"contacts/#/display_photo", CONTACT_PHOTO},
        {"contacts/filter/*", FILTER}, {"contacts/strequent", CONTACTS}, {"contacts/frequent", CONTACTS},
        {"data", DATA}, {"data/#", DATUM}, {"data/phones", KIND}, {"data/emails", KIND}, {"data/postals", KIND},
        {"data/callables", KIND}, {"data/contactables", KIND}, {"data/phones/#", KIND_ITEM},
        {"data/emails/#", KIND_ITEM}, {"data/postals/#", KIND_ITEM}, {"data/phones/filter/*", KIND_FILTER},
        {"data/emails/filter/*", KIND_FILTER}, {"data/emails/lookup/*", KIND_FILTER},
        {"data/callables/filter/*", KIND_FILTER}, {"phone_lookup/*", PHONE_LOOKUP}, {"raw_contacts", RAWS},
        {"raw_contacts/#", RAW}, {"raw_contacts/#/data", RAW_DATA}, {"raw_contacts/#/entity", RAW_DATA},
        {"raw_contact_entities", DATA}};
    for (Object[] one : all) PATHS.addURI(A, (String) one[0], (int) one[1]);
  }

  private ContactRows rows;
  /** The file that they were read from. */
  private String fed;

  @Override
  public boolean onCreate() {
    return true;
  }

  private synchronized ContactRows rows() {
    String now = Feeds.get().getContacts().getPath();
    if (rows == null || !now.equals(fed)) {
      fed = now;
      rows = new ContactRows();
    }
    return rows;
  }

  private SQLiteDatabase db() {
    return rows().db();
  }

  private static String quote(String s) {
    return DatabaseUtils.sqlEscapeString(s);
  }

  private static String kind(Uri uri) {
    return switch (uri.getPathSegments().get(1)) {
      case "emails" -> quote(Email.CONTENT_ITEM_TYPE);
      case "postals" -> quote(StructuredPostal.CONTENT_ITEM_TYPE);
      case "contactables" -> quote(Phone.CONTENT_ITEM_TYPE) + "," + quote(Email.CONTENT_ITEM_TYPE);
      default -> quote(Phone.CONTENT_ITEM_TYPE);
    };
  }

  /** The table that an address means, and which of its rows; null = none. */
  private String[] place(Uri uri) {
    List<String> path = uri.getPathSegments();
    String last = uri.getLastPathSegment();
    return switch (PATHS.match(uri)) {
      case CONTACTS -> new String[] {"contacts", "1"};
      case CONTACT -> new String[] {"contacts", "_id=" + last};
      case LOOKUP -> new String[] {"contacts", looked(path)};
      case CONTACT_DATA -> new String[] {"data", "contact_id=" + path.get(1)};
      case LOOKUP_DATA -> new String[] {"data", "contact_id IN (SELECT _id FROM contacts WHERE " + looked(path) + ")"};
      case CONTACT_PHOTO -> new String[] {"data", "contact_id=" + path.get(1) + " AND mimetype="
          + quote(Photo.CONTENT_ITEM_TYPE)};
      case FILTER -> new String[] {"contacts", "display_name LIKE " + quote("%" + last + "%")};
      case DATA -> new String[] {"data", "1"};
      case DATUM, KIND_ITEM -> new String[] {"data", "_id=" + last};
      case KIND -> new String[] {"data", "mimetype IN (" + kind(uri) + ")"};
      case KIND_FILTER -> new String[] {"data", "mimetype IN (" + kind(uri) + ") AND (display_name LIKE "
          + quote("%" + last + "%") + " OR data1 LIKE " + quote("%" + last + "%") + ")"};
      case PHONE_LOOKUP -> new String[] {"(SELECT contact_id AS _id, contact_id, _id AS data_id, lookup, display_name,"
          + " has_phone_number, photo_id, photo_uri, photo_thumb_uri, starred, times_contacted, in_visible_group,"
          + " custom_ringtone, send_to_voicemail, data1 AS number, data2 AS type, data3 AS label,"
          + " data4 AS normalized_number FROM data WHERE _id IN (" + called(last) + "))", "1"};
      case RAWS -> new String[] {"raw_contacts", "1"};
      case RAW -> new String[] {"raw_contacts", "_id=" + last};
      case RAW_DATA -> new String[] {"data", "raw_contact_id=" + path.get(1)};
      default -> null;
    };
  }

  /** contacts/lookup/KEY, or contacts/lookup/KEY/ID. */
  private static String looked(List<String> path) {
    String id = path.size() > 3 && path.get(3).matches("\\d+") ? " OR _id=" + path.get(3) : "";
    return "(lookup=" + quote(path.get(2)) + id + ")";
  }

  /** Rows of data whose number is that one. */
  private String called(String number) {
    StringBuilder ids = new StringBuilder("0");
    try (Cursor c = db().rawQuery("SELECT _id, data1 FROM data WHERE mimetype=?",
        new String[] {Phone.CONTENT_ITEM_TYPE})) {
      while (c.moveToNext()) if (PhoneNumberUtils.compare(c.getString(1), number)) ids.append(",").append(c.getLong(0));
    }
    return ids.toString();
  }

  @Override
  public synchronized Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
    Access.need(this, uri, false, READ);
    String[] place = place(uri);
    if (place == null) return new MatrixCursor(columns != null ? columns : new String[] {"_id"});
    String all = where == null || where.isEmpty() ? place[1] : place[1] + " AND (" + where + ")";
    String limit = uri.getQueryParameter("limit");
    Cursor c = db().query(place[0], columns, all, values, null, null, order != null ? order : "_id",
        limit != null && limit.matches("\\d+(,\\d+)?") ? limit : null);
    c.setNotificationUri(getContext().getContentResolver(), ContactsContract.AUTHORITY_URI);
    return c;
  }

  @Override
  public String getType(Uri uri) {
    return switch (PATHS.match(uri)) {
      case CONTACTS, FILTER -> ContactsContract.Contacts.CONTENT_TYPE;
      case CONTACT, LOOKUP -> ContactsContract.Contacts.CONTENT_ITEM_TYPE;
      case RAWS -> ContactsContract.RawContacts.CONTENT_TYPE;
      case RAW -> ContactsContract.RawContacts.CONTENT_ITEM_TYPE;
      case KIND, KIND_FILTER -> uri.getPathSegments().get(1).equals("emails") ? Email.CONTENT_TYPE : Phone.CONTENT_TYPE;
      case DATUM -> {
        try (Cursor c = db().rawQuery("SELECT mimetype FROM data WHERE _id=" + uri.getLastPathSegment(), null)) {
          yield c.moveToFirst() ? c.getString(0) : null;
        }
      }
      default -> "vnd.android.cursor.dir/" + A;
    };
  }

  @Override
  public synchronized Uri insert(Uri uri, ContentValues given) {
    Access.need(this, uri, true, WRITE);
    int kind = PATHS.match(uri);
    ContentValues v = given == null ? new ContentValues() : given;
    if (kind == RAWS) return changed(ContentUris.withAppendedId(ContactsContract.RawContacts.CONTENT_URI, rows().newContact(v)));
    if (kind == DATA || kind == RAW_DATA) {
      Long raw = kind == RAW_DATA ? Long.valueOf(uri.getPathSegments().get(1)) : v.getAsLong("raw_contact_id");
      if (raw == null) throw new IllegalArgumentException("raw_contact_id is required");
      if (v.getAsString("mimetype") == null) throw new IllegalArgumentException("mimetype is required");
      return changed(ContentUris.withAppendedId(ContactsContract.Data.CONTENT_URI, rows().newData(raw, v)));
    }
    return ContentUris.withAppendedId(uri, 1);
  }

  private Uri changed(Uri at) {
    getContext().getContentResolver().notifyChange(ContactsContract.AUTHORITY_URI, null);
    return at;
  }

  private long[] contacts(String[] place, String where, String[] values) {
    String column = place[0].equals("contacts") ? "_id" : "contact_id";
    String all = where == null || where.isEmpty() ? place[1] : place[1] + " AND (" + where + ")";
    try (Cursor c = db().query(true, place[0], new String[] {column}, all, values, null, null, null, null)) {
      long[] ids = new long[c.getCount()];
      for (int i = 0; c.moveToNext(); i++) ids[i] = c.getLong(0);
      return ids;
    }
  }

  @Override
  public synchronized int delete(Uri uri, String where, String[] values) {
    Access.need(this, uri, true, WRITE);
    String[] place = place(uri);
    if (place == null || place[0].startsWith("(")) return 0;
    long[] touched = contacts(place, where, values);
    int count = touched.length;
    if (place[0].equals("data")) {
      String all = where == null || where.isEmpty() ? place[1] : place[1] + " AND (" + where + ")";
      count = db().delete("data", all, values);
      for (long id : touched) rows().refresh(id);
    } else {
      for (long id : touched) rows().remove(id);
    }
    if (count > 0) changed(uri);
    return count;
  }

  @Override
  public synchronized int update(Uri uri, ContentValues change, String where, String[] values) {
    Access.need(this, uri, true, WRITE);
    String[] place = place(uri);
    if (place == null || place[0].startsWith("(")) return 0;
    long[] touched = contacts(place, where, values);
    String all = where == null || where.isEmpty() ? place[1] : place[1] + " AND (" + where + ")";
    int count = db().update(place[0], change, all, values);
    for (long id : touched) rows().refresh(id);
    if (count > 0) changed(uri);
    return count;
  }

  @Override
  public AssetFileDescriptor openAssetFile(Uri uri, String mode) throws FileNotFoundException {
    Access.need(this, uri, false, READ);
    if (PATHS.match(uri) != CONTACT_PHOTO) throw new FileNotFoundException(uri.toString());
    try (Cursor c = query(uri, new String[] {"data15"}, null, null, null)) {
      if (!c.moveToFirst()) throw new FileNotFoundException(uri.toString());
      File f = File.createTempFile("photo", null, getContext().getCacheDir());
      Files.write(f.toPath(), c.getBlob(0));
      ParcelFileDescriptor open = ParcelFileDescriptor.open(f, ParcelFileDescriptor.MODE_READ_ONLY);
      f.delete();
      return new AssetFileDescriptor(open, 0, AssetFileDescriptor.UNKNOWN_LENGTH);
    } catch (IOException e) {
      throw new FileNotFoundException(e.getMessage());
    }
  }
}
