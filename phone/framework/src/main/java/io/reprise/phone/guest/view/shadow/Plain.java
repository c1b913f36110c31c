package io.reprise.phone.guest.view.shadow;

import org.robolectric.annotation.Implements;

/**
 * Takes Robolectric's stand-ins for views and dialogs away: they keep records for
 * tests, or do at once what takes time on a phone. An empty shadow leaves a class
 * as Android wrote it.
 */
public final class Plain {
  private Plain() {}

  @Implements(className = "android.view.View", isInAndroidSdk = false)
  public static class View {}

  @Implements(className = "android.view.ViewGroup", isInAndroidSdk = false)
  public static class ViewGroup {}

  @Implements(className = "android.view.ViewConfiguration", isInAndroidSdk = false)
  public static class ViewConfiguration {}

  @Implements(className = "android.view.GestureDetector", isInAndroidSdk = false)
  public static class GestureDetector {}

  @Implements(className = "android.view.ScaleGestureDetector", isInAndroidSdk = false)
  public static class ScaleGestureDetector {}

  @Implements(className = "android.view.TouchDelegate", isInAndroidSdk = false)
  public static class TouchDelegate {}

  @Implements(className = "android.view.Window", isInAndroidSdk = false)
  public static class Window {}

  @Implements(className = "com.android.internal.policy.PhoneWindow", isInAndroidSdk = false)
  public static class PhoneWindow {}

  @Implements(className = "android.widget.TextView", isInAndroidSdk = false)
  public static class TextView {}

  @Implements(className = "android.widget.TabHost", isInAndroidSdk = false)
  public static class TabHost {}

  @Implements(className = "android.widget.TabHost$TabSpec", isInAndroidSdk = false)
  public static class TabSpec {}

  @Implements(className = "android.widget.TabWidget", isInAndroidSdk = false)
  public static class TabWidget {}

  @Implements(className = "android.app.TabActivity", isInAndroidSdk = false)
  public static class TabActivity {}

  @Implements(className = "android.app.ActivityGroup", isInAndroidSdk = false)
  public static class ActivityGroup {}

  @Implements(className = "android.widget.ViewAnimator", isInAndroidSdk = false)
  public static class ViewAnimator {}

  @Implements(className = "android.widget.ScrollView", isInAndroidSdk = false)
  public static class ScrollView {}

  @Implements(className = "android.widget.AbsListView", isInAndroidSdk = false)
  public static class AbsListView {}

  @Implements(className = "android.widget.ListView", isInAndroidSdk = false)
  public static class ListView {}

  @Implements(className = "android.widget.AdapterView", isInAndroidSdk = false)
  public static class AdapterView {}

  @Implements(className = "android.widget.AbsSpinner", isInAndroidSdk = false)
  public static class AbsSpinner {}

  @Implements(className = "android.widget.LinearLayout", isInAndroidSdk = false)
  public static class LinearLayout {}

  @Implements(className = "android.widget.NumberPicker", isInAndroidSdk = false)
  public static class NumberPicker {}

  @Implements(className = "android.widget.PopupMenu", isInAndroidSdk = false)
  public static class PopupMenu {}

  @Implements(className = "android.widget.PopupWindow", isInAndroidSdk = false)
  public static class PopupWindow {}

  @Implements(className = "android.widget.ListPopupWindow", isInAndroidSdk = false)
  public static class ListPopupWindow {}

  @Implements(className = "android.widget.SeekBar", isInAndroidSdk = false)
  public static class SeekBar {}

  @Implements(className = "android.widget.CompoundButton", isInAndroidSdk = false)
  public static class CompoundButton {}

  @Implements(className = "android.widget.Filter", isInAndroidSdk = false)
  public static class Filter {}

  @Implements(className = "android.widget.EdgeEffect", isInAndroidSdk = false)
  public static class EdgeEffect {}

  @Implements(className = "android.widget.ZoomButtonsController", isInAndroidSdk = false)
  public static class ZoomButtonsController {}

  @Implements(className = "android.widget.ArrayAdapter", isInAndroidSdk = false)
  public static class ArrayAdapter {}

  @Implements(className = "android.widget.BaseAdapter", isInAndroidSdk = false)
  public static class BaseAdapter {}

  @Implements(className = "android.text.method.LinkMovementMethod", isInAndroidSdk = false)
  public static class LinkMovementMethod {}

  @Implements(className = "android.app.Dialog", isInAndroidSdk = false)
  public static class Dialog {}

  @Implements(className = "android.app.AlertDialog", isInAndroidSdk = false)
  public static class AlertDialog {}

  @Implements(className = "com.android.internal.app.AlertController", isInAndroidSdk = false)
  public static class AlertController {}

  @Implements(className = "android.app.ProgressDialog", isInAndroidSdk = false)
  public static class ProgressDialog {}

  @Implements(className = "android.app.DatePickerDialog", isInAndroidSdk = false)
  public static class DatePickerDialog {}

  @Implements(className = "android.app.TimePickerDialog", isInAndroidSdk = false)
  public static class TimePickerDialog {}

  @Implements(className = "android.animation.ValueAnimator", isInAndroidSdk = false)
  public static class ValueAnimator {}

  @Implements(className = "android.view.accessibility.AccessibilityNodeInfo", isInAndroidSdk = false)
  public static class AccessibilityNodeInfo {}

  @Implements(className = "android.view.accessibility.AccessibilityRecord", isInAndroidSdk = false)
  public static class AccessibilityRecord {}
}
