package io.reprise.phone.guest.system.ask;

import android.content.ContentUris;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Bundle;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.CommonDataKinds.StructuredPostal;
import android.provider.ContactsContract.Contacts;
import android.provider.ContactsContract.Data;
import android.text.TextUtils;
import io.reprise.phone.guest.app.AsSystem;
import io.reprise.phone.guest.system.Letter;
import io.reprise.phone.guest.system.Page;

/** The contacts app as a picker: of people, or of their numbers, mail or postal addresses. */
public class ContactsActivity extends Page {
  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle("Choose a contact");
    String kind = kind();
    if (kind == null) people();
    else data(kind);
    if (page.getChildCount() == 0) note("No contacts; reprise phone feed CONTACTS.vcf makes some");
  }

  /** The kind of data that is wanted; null = people. */
  private String kind() {
    String type = getIntent().getType();
    if (type == null && getIntent().getData() != null) {
      type = AsSystem.ask(() -> getContentResolver().getType(getIntent().getData()));
    }
    if (Phone.CONTENT_TYPE.equals(type)) return Phone.CONTENT_ITEM_TYPE;
    if (Email.CONTENT_TYPE.equals(type)) return Email.CONTENT_ITEM_TYPE;
    return StructuredPostal.CONTENT_TYPE.equals(type) ? StructuredPostal.CONTENT_ITEM_TYPE : null;
  }

  private void people() {
    AsSystem.ask(() -> {
      try (Cursor c = getContentResolver().query(Contacts.CONTENT_URI,
          new String[] {"_id", "lookup", "display_name"}, null, null, "display_name COLLATE NOCASE")) {
        while (c.moveToNext()) {
          Uri uri = Contacts.getLookupUri(c.getLong(0), c.getString(1));
          String name = TextUtils.isEmpty(c.getString(2)) ? "(No name)" : c.getString(2);
          row(new Letter(name), name, null, v -> give(uri));
        }
      }
      return null;
    });
  }

  private void data(String kind) {
    AsSystem.ask(() -> {
      try (Cursor c = getContentResolver().query(Data.CONTENT_URI,
          new String[] {"_id", "display_name", "data1"}, "mimetype=?", new String[] {kind},
          "display_name COLLATE NOCASE, _id")) {
        while (c.moveToNext()) {
          Uri uri = ContentUris.withAppendedId(Data.CONTENT_URI, c.getLong(0));
          row(new Letter(c.getString(1)), c.getString(1), c.getString(2), v -> give(uri));
        }
      }
      return null;
    });
  }

  private void give(Uri uri) {
    setResult(RESULT_OK, new Intent().setData(uri).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION));
    finish();
  }
}
