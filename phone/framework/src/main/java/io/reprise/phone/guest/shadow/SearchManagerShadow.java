package io.reprise.phone.guest.shadow;

import android.app.SearchableInfo;
import android.content.ComponentName;
import android.content.Context;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageParser;
import io.reprise.phone.guest.App;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSearchManager;

/** What the search service knows: the app's activities that can be searched. */
@Implements(className = "android.app.SearchManager")
public class SearchManagerShadow extends ShadowSearchManager {
  @Override
  @Implementation
  protected SearchableInfo getSearchableInfo(ComponentName component) {
    if (component == null) return null;
    Context context = RuntimeEnvironment.getApplication();
    try {
      ActivityInfo info = context.getPackageManager().getActivityInfo(component, PackageManager.GET_META_DATA);
      return SearchableInfo.getActivityMetaData(context, info, 0);
    } catch (PackageManager.NameNotFoundException e) {
      return null;
    }
  }

  @Implementation
  protected List<SearchableInfo> getSearchablesInGlobalSearch() {
    List<SearchableInfo> all = new ArrayList<>();
    for (PackageParser.Activity a : App.current().parsed().activities) {
      if (a.metaData == null || !a.metaData.containsKey("android.app.searchable")) continue;
      SearchableInfo s = getSearchableInfo(a.getComponentName());
      if (s != null && s.shouldIncludeInGlobalSearch()) all.add(s);
    }
    return all;
  }
}
