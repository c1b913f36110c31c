package io.reprise.notes;

import org.json.JSONException;
import org.json.JSONObject;

/** One note; the store has the only copy that counts. */
final class Note {
  final long id;
  String title = "";
  String body = "";
  int tag; // index into R.array.tags
  boolean archived;
  int revision; // of the server, 0 = never sent

  Note(long id) {
    this.id = id;
  }

  Note copy() {
    Note copy = new Note(id);
    copy.title = title;
    copy.body = body;
    copy.tag = tag;
    copy.archived = archived;
    copy.revision = revision;
    return copy;
  }

  boolean has(String words) {
    return (title + " " + body).toLowerCase().contains(words.toLowerCase());
  }

  JSONObject toJson() throws JSONException {
    return new JSONObject().put("id", id).put("title", title).put("body", body).put("tag", tag)
        .put("archived", archived).put("revision", revision);
  }

  static Note fromJson(JSONObject json) throws JSONException {
    Note note = new Note(json.getLong("id"));
    note.title = json.getString("title");
    note.body = json.getString("body");
    note.tag = json.getInt("tag");
    note.archived = json.getBoolean("archived");
    note.revision = json.getInt("revision");
    return note;
  }
}
