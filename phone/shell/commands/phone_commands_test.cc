// The commands that only a phone has.
#include <gmock/gmock.h>

#include "phone/shell/shell_testing.h"

namespace reprise::phone {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class PhoneCommands : public ShellTest {};

TEST_F(PhoneCommands, AmStart) {
  EXPECT_EQ(Out("am start -n com.a/.Main"),
            "Starting: Intent { cmp=com.a/.Main }\n");
  EXPECT_EQ(Out("am start com.a/com.a.Main --es x y"),
            "Starting: Intent { act=android.intent.action.MAIN "
            "cat=[android.intent.category.LAUNCHER] cmp=com.a/.Main }\n");
  EXPECT_EQ(Out("am start -a android.intent.action.VIEW -d "
                "'https://x.org:80/secret?q#f' -t "
                "text/html -f 0x20 --ez b true"),
            "Starting: Intent { act=android.intent.action.VIEW "
            "dat=https://x.org:80/... "
            "typ=text/html flg=0x20 (has extras) }\n");
  EXPECT_EQ(phone_.intents.back().flags(), 0x10000020U);
  phone_.started.set_component("com.a/.Main");
  phone_.started.set_drawn_ns(321'000'000);
  EXPECT_EQ(
      Out("am start-activity -S -W --user 0 -n com.a/.Main"),
      "Stopping: com.a\nStarting: Intent { cmp=com.a/.Main }\nStatus: ok\n"
      "LaunchState: COLD\nActivity: com.a/.Main\nTotalTime: 321\nWaitTime: "
      "321\nComplete\n");
  EXPECT_EQ(phone_.said().back(), "start com.a/.Main -W -S");
  phone_.processes = {{1001, "com.a", 10001, 5, true}};
  EXPECT_THAT(Out("am start -W -n com.a/.Main"),
              HasSubstr("LaunchState: WARM\n"));
  phone_.started.set_code(2);
  EXPECT_THAT(Run("am start -W -n com.a/.Main").out,
              HasSubstr("LaunchState: HOT\n"));
  phone_.started.set_code(-92);
  EXPECT_EQ(Run("cmd activity start -W -n com.a/.No"),
            (Ran{"Starting: Intent { cmp=com.a/.No }\n",
                 "Error type 3\nError: Activity class {com.a/com.a.No} does "
                 "not exist.\n",
                 0}));
  EXPECT_EQ(Run("am start").code, 255);
  EXPECT_THAT(Run("am start -n nonsense").err,
              HasSubstr("Bad component name: nonsense"));
  EXPECT_THAT(Run("am start --zz").err,
              HasSubstr("Error: Unknown option: --zz"));
  EXPECT_THAT(Run("am").err, HasSubstr("usage: am start"));
}

TEST_F(PhoneCommands, TheGrammarOfExtras) {
  Out("am start -n a/.B --es s 'x y' --ez z f --ei i -5 --el l 0x10 --ef f 1.5 "
      "--ed d 2.5 "
      "--eu u content://q --ecn c a/.C --eia ia 1,2 --esa sa 'a\\,b,c' --elal "
      "la 7 --esn n "
      "--efa fa 1.5 -c cat1 -c cat2 -p pack --activity-clear-top");
  const PhoneIntent intent = phone_.intents.back();
  EXPECT_EQ(intent.flags(), 0x14000000U);
  EXPECT_EQ(intent.package_name(), "pack");
  EXPECT_THAT(intent.categories(), ElementsAre("cat1", "cat2"));
  EXPECT_THAT(intent.left_out(), ElementsAre("n", "fa"));
  ASSERT_EQ(intent.extras_size(), 11);
  EXPECT_EQ(intent.extras(0).text(), "x y");
  EXPECT_FALSE(intent.extras(1).truth());
  EXPECT_EQ(intent.extras(2).int_value(), -5);
  EXPECT_EQ(intent.extras(3).long_value(), 16);
  EXPECT_EQ(intent.extras(4).float_value(), 1.5F);
  EXPECT_EQ(intent.extras(6).uri(), "content://q");
  EXPECT_EQ(intent.extras(7).component(), "a/.C");
  EXPECT_THAT(intent.extras(8).ints().items(), ElementsAre(1, 2));
  EXPECT_THAT(intent.extras(9).texts().items(), ElementsAre("a,b", "c"));
  EXPECT_TRUE(intent.extras(10).as_list());
  EXPECT_EQ(Run("am start -n a/.B --ei i x").code, 255);
  EXPECT_EQ(Run("am start -n a/.B --ei i").code, 255);
  EXPECT_EQ(Run("am start -n a/.B --ez z maybe").code, 255);
}

TEST_F(PhoneCommands, AmOthers) {
  EXPECT_EQ(Out("am broadcast -a x.Y"),
            "Broadcasting: Intent { act=x.Y flg=0x400000 }\nBroadcast "
            "completed: result=0\n");
  EXPECT_EQ(
      Out("am startservice -n a/.S; am force-stop a; am get-current-user"),
      "Starting service: Intent { cmp=a/.S }\n0\n");
  EXPECT_THAT(phone_.said(), ElementsAre("send 1", "send 2", "stop a"));
  phone_.send = Fail(ErrorKind::kNotFound, "no");
  EXPECT_EQ(Run("am start-foreground-service -n a/.S"),
            (Ran{"Starting service: Intent { cmp=a/.S }\n",
                 "Error: Not found; no service started.\n", 255}));
  EXPECT_EQ(Run("am stopservice -n a/.S").err,
            "Service not stopped: was not running.\n");
  phone_.processes = {{1001, "a", 10001, 5, false},
                      {1002, "b", 10002, 5, true}};
  EXPECT_EQ(Out("am kill a; am kill-all; am kill b"), "");
  EXPECT_THAT(phone_.said().back(), "kill 1001 9");
  EXPECT_EQ(Out("am crash b; am crash 1001; am crash no"), "");
  EXPECT_EQ(phone_.said().back(), "crash a");
  EXPECT_EQ(Run("am frob").code, 255);
}

TEST_F(PhoneCommands, PmLists) {
  AddPackage("com.b");
  AddPackage("com.a", 1);
  EXPECT_EQ(Out("pm list packages; cmd package list packages -3; pm list "
                "packages -f com.a; "
                "pm list packages -U --show-versioncode b; pm path com.b"),
            "package:com.a\npackage:com.b\npackage:com.b\n"
            "package:/data/app/com.a/base.apk=com.a\npackage:com.b "
            "versionCode:7 uid:10001\n"
            "package:/data/app/com.b/base.apk\n");
  EXPECT_EQ(Run("pm path com.no"), (Ran{"", "", 1}));
  EXPECT_EQ(Out("pm disable-user com.b; pm list packages -d; pm enable com.b; "
                "pm list packages -d"),
            "Package com.b new state: disabled-user\npackage:com.b\n"
            "Package com.b new state: enabled\n");
  EXPECT_THAT(Out("pm list features"),
              HasSubstr("feature:android.hardware.touchscreen\n"));
  EXPECT_EQ(Out("cmd package resolve-activity --brief com.b"),
            "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
            "isDefault=true\n"
            "com.b/.Main\n");
  EXPECT_EQ(Out("pm resolve-activity --brief -a no.such"),
            "No activity found\n");
  EXPECT_EQ(Out("cmd package query-activities --components -a "
                "android.intent.action.MAIN"),
            "com.a/.Main\ncom.b/.Main\n");
  EXPECT_EQ(Run("pm list nonsense"),
            (Ran{"", "Error: unknown list type 'nonsense'\n", 255}));
}

TEST_F(PhoneCommands, IntentsMatchFilters) {
  PhoneFilter* filter = AddPackage("com.a")
                            .mutable_manifest()
                            ->mutable_components(0)
                            ->add_filters();
  filter->add_actions("android.intent.action.VIEW");
  filter->add_schemes("https");
  filter->add_hosts("*.x.org");
  PhoneFilter::Path* path = filter->add_paths();
  path->set_path("/p.*q");
  path->set_kind(2);
  PhoneFilter* typed = phone_.packages[0]
                           .mutable_manifest()
                           ->mutable_components(0)
                           ->add_filters();
  typed->add_actions("send");
  typed->add_mime_types("image/*");
  const std::string view =
      "pm resolve-activity --components -a android.intent.action.VIEW -d ";
  EXPECT_EQ(Out(view + "https://a.x.org/pXq"), "com.a/.Main\n");
  EXPECT_EQ(Out(view + "https://a.x.org/z"), "No activity found\n");
  EXPECT_EQ(Out(view + "https://a.y.org/pXq"), "No activity found\n");
  EXPECT_EQ(Out(view + "http://a.x.org/pXq"), "No activity found\n");
  EXPECT_EQ(Out("pm resolve-activity --components -a send -t image/png"),
            "com.a/.Main\n");
  EXPECT_EQ(Out("pm resolve-activity --components -a send -t text/plain"),
            "No activity found\n");
}

TEST_F(PhoneCommands, PmChanges) {
  PhonePackage& package = AddPackage("com.a", 2);
  package.mutable_manifest()->add_requested_permissions("p.CAMERA");
  package.mutable_manifest()->add_runtime_permissions("p.CAMERA");
  package.mutable_manifest()->add_requested_permissions("p.INTERNET");
  EXPECT_EQ(
      Out("pm clear com.a; pm uninstall -k com.a; pm grant com.a p.CAMERA; "
          "pm revoke com.a p.CAMERA"),
      "Success\nSuccess\n");
  EXPECT_THAT(phone_.said(),
              ElementsAre("clear com.a", "uninstall com.a true",
                          "grant com.a p.CAMERA", "revoke com.a p.CAMERA"));
  EXPECT_EQ(Run("pm clear no"), (Ran{"Failed\n", "", 1}));
  EXPECT_EQ(Run("pm uninstall no"),
            (Ran{"Failure [not installed for 0]\n", "", 1}));
  EXPECT_THAT(Run("pm grant com.a p.OTHER").err,
              HasSubstr("Package com.a has not requested permission p.OTHER"));
  EXPECT_THAT(Run("pm grant com.a p.INTERNET").err,
              HasSubstr("not a changeable permission"));
  EXPECT_EQ(Run("pm grant no p").code, 255);
  EXPECT_THAT(Out("pm dump com.a"),
              HasSubstr("versionCode=7 minSdk=0 targetSdk=0"));
  EXPECT_THAT(Out("dumpsys package com.a"),
              HasSubstr("p.CAMERA: granted=false"));
}

TEST_F(PhoneCommands, Installs) {
  EXPECT_EQ(Run("pm install -S 5 -g", "apk!!more"), (Ran{"Success\n", "", 0}));
  EXPECT_EQ(phone_.said().back(), "install base.apk 5 -g");
  EXPECT_EQ(Run("cmd package install -S 50", "short").code, 1);
  EXPECT_EQ(Out("echo x > /data/local/tmp/a.apk; pm install -r "
                "/data/local/tmp/a.apk"),
            "Success\n");
  EXPECT_EQ(phone_.said().back(), "install a.apk 2");
  EXPECT_THAT(Run("pm install /no.apk").err,
              HasSubstr("Unable to open file: /no.apk"));
  EXPECT_EQ(Out("pm install-create -S 6"),
            "Success: created install session [1000003]\n");
  EXPECT_EQ(Out("pm install-write -S 3 1000003 split_x.apk -", "abc"),
            "Success: streamed 3 bytes\n");
  EXPECT_EQ(Out("pm install-write -S 2 1000003 base.apk -", "de"),
            "Success: streamed 2 bytes\n");
  EXPECT_EQ(Out("pm install-commit 1000003; ls /data/app"), "Success\n");
  EXPECT_EQ(phone_.said().back(), "install split_x.apk 3");
  EXPECT_EQ(phone_.said()[phone_.said().size() - 2], "install base.apk 2");
  EXPECT_EQ(Run("pm install-commit 1000003").code, 1);
  phone_.install_error = "INSTALL_FAILED_INVALID_APK: not a zip";
  EXPECT_EQ(Run("pm install -S 1", "x"),
            (Ran{"Failure [INSTALL_FAILED_INVALID_APK: not a zip]\n", "", 1}));
  EXPECT_EQ(Run("pm install -S nonsense").code, 255);
}

TEST_F(PhoneCommands, WmSettingsProperties) {
  EXPECT_EQ(
      Out("wm size; wm density; wm size 720x1280; wm density 320; wm size; wm "
          "density; "
          "wm size reset; wm density reset; wm size"),
      "Physical size: 1080x1920\nPhysical density: 420\nPhysical size: "
      "1080x1920\n"
      "Override size: 720x1280\nPhysical density: 420\nOverride density: 320\n"
      "Physical size: 1080x1920\n");
  EXPECT_EQ(Run("wm size 3").code, 255);
  EXPECT_EQ(Out("settings get system x; settings put system x 'a b'; settings "
                "get system x; "
                "settings list system; content query --uri "
                "content://settings/system; "
                "settings delete system x; settings get system x"),
            "null\na b\nx=a b\nRow: 0 _id=1, name=x, value=a b\nDeleted 1 "
            "rows\nnull\n");
  EXPECT_THAT(Run("settings get nope x").err,
              HasSubstr("Invalid namespace 'nope'"));
  EXPECT_EQ(Out("setprop a.b c; getprop a.b; getprop none; getprop none usual; "
                "getprop | head -1"),
            "c\n\nusual\n[a.b]: [c]\n");
  EXPECT_EQ(Run("setprop ro.product.device x").code, 1);
  EXPECT_EQ(
      Out("cmd uimode night; cmd uimode night yes; wm user-rotation lock 1; "
          "settings get system user_rotation; svc power stayon true; "
          "ime list -s"),
      "Night mode: no\nNight mode: yes\n1\nio.reprise.phone/.Keyboard\n");
  EXPECT_EQ(Run("cmd nonsense").code, 20);
  EXPECT_EQ(Run("cmd notification nonsense").code, 255);
  EXPECT_THAT(Run("svc nonsense").err, HasSubstr("unknown service"));
  EXPECT_THAT(Run("svc wifi explode").err, HasSubstr("disable, enable"));
}

TEST_F(PhoneCommands, BatteryAndNetwork) {
  EXPECT_EQ(Run("dumpsys battery set level 5; dumpsys battery unplug").code, 0);
  EXPECT_THAT(Out("dumpsys battery"), HasSubstr("level: 5\n"));
  EXPECT_THAT(Out("dumpsys battery"), HasSubstr("AC powered: false\n"));
  EXPECT_THAT(Run("dumpsys battery set level 101").err, HasSubstr("0 to 100"));
  EXPECT_THAT(Run("cmd battery set mood 1").err, HasSubstr("temp or voltage"));
  EXPECT_EQ(Out("cmd battery reset; dumpsys battery | grep level"),
            "  level: 100\n");
  const std::string row = "settings get global wifi_on; ";
  EXPECT_EQ(Out("svc wifi disable; " + row + "svc wifi enable; " + row),
            "0\n1\n");
  EXPECT_EQ(Out("cmd connectivity airplane-mode enable; " + row +
                "svc wifi enable; " + row +
                "cmd connectivity airplane-mode disable; " + row +
                "cmd connectivity airplane-mode"),
            "3\n2\n1\ndisabled\n");
  EXPECT_EQ(Out("svc data disable; settings get global mobile_data"), "0\n");
  EXPECT_EQ(Run("cmd wifi start-scan").code, 255);
  EXPECT_EQ(Out("cmd jobscheduler run -f -u 0 com.a 7"), "done\n");
  EXPECT_EQ(phone_.said().back(), "jobscheduler of 'com.a': run -f 7");
  EXPECT_EQ(Run("cmd jobscheduler explode com.a").code, 255);
}

TEST_F(PhoneCommands, Dumpsys) {
  PhoneActivity* activity = phone_.state.add_activities();
  activity->set_package_name("com.a");
  activity->set_name("com.a.Main");
  activity->set_state("resumed");
  activity->set_task(5);
  activity->set_number(1);
  EXPECT_THAT(Out("dumpsys window | grep mCurrentFocus"),
              "  mCurrentFocus=Window{3f00000 u0 com.a/com.a.Main}\n");
  EXPECT_EQ(Out("dumpsys activity activities | grep mResumedActivity"),
            "  mResumedActivity: ActivityRecord{10001 u0 com.a/.Main t5}\n");
  EXPECT_THAT(Out("dumpsys activity top"),
              HasSubstr("ACTIVITY com.a/.Main 10001 pid=0\n"));
  phone_.processes = {{.pid = 4001,
                       .package_name = "com.a",
                       .uid = 10001,
                       .resident_kib = 0,
                       .in_front = true},
                      {.pid = 4002,
                       .package_name = "com.b",
                       .uid = 10002,
                       .resident_kib = 0,
                       .in_front = false}};
  phone_.others["com.b"].add_services("com.b.Player");
  EXPECT_THAT(Out("dumpsys activity services"),
              HasSubstr("* ServiceRecord{30001 u0 com.b/.Player}\n"));
  EXPECT_THAT(Out("dumpsys activity services com.a"), HasSubstr("(nothing)"));
  EXPECT_THAT(Out("dumpsys window displays"),
              HasSubstr("init=1080x1920 420dpi"));
  EXPECT_THAT(Out("dumpsys input"), HasSubstr("SurfaceOrientation: 0"));
  EXPECT_THAT(Out("dumpsys power"), HasSubstr("mWakefulness=Awake"));
  EXPECT_THAT(Out("dumpsys battery"), HasSubstr("level: 100"));
  EXPECT_THAT(Out("dumpsys display"), HasSubstr("real 1080 x 1920"));
  EXPECT_EQ(Out("dumpsys alarm"), "ALARMS\n");
  EXPECT_EQ(Run("dumpsys nope").err, "Can't find service: nope\n");
  EXPECT_THAT(
      Out("dumpsys -l"),
      StartsWith(
          "Currently running services:\n  SurfaceFlinger\n  activity\n"));
  EXPECT_THAT(Out("am stack list"), HasSubstr("taskId=5: com.a/com.a.Main"));
}

TEST_F(PhoneCommands, UiautomatorAndScreencap) {
  phone_.trees.set_activity("com.a/.Main");
  ViewTree* window = phone_.trees.add_windows();
  window->set_focused(true);
  ViewNode* root = window->add_nodes();
  root->set_class_name("android.widget.FrameLayout");
  root->set_flags(ViewNode::FLAG_ENABLED | ViewNode::FLAG_SHOWN);
  root->mutable_bounds()->set_right(10);
  root->mutable_bounds()->set_bottom(20);
  ViewNode* child = window->add_nodes();
  child->set_text("a<\"b\">\n&");
  child->set_resource_name("com.a:id/ok");
  child->set_flags(ViewNode::FLAG_SHOWN | ViewNode::FLAG_CLICKABLE);
  window->add_nodes()->set_text("hidden");
  // An empty field shows its hint.
  child->set_hint("never seen");
  root->set_hint("name");
  EXPECT_EQ(Out("uiautomator dump; cat /sdcard/window_dump.xml"),
            "UI hierchary dumped to: /sdcard/window_dump.xml\n"
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' "
            "?><hierarchy rotation=\"0\">"
            "<node index=\"0\" text=\"name\" resource-id=\"\" "
            "class=\"android.widget.FrameLayout\" "
            "package=\"com.a\" content-desc=\"\" checkable=\"false\" "
            "checked=\"false\" "
            "clickable=\"false\" enabled=\"true\" focusable=\"false\" "
            "focused=\"false\" "
            "scrollable=\"false\" long-clickable=\"false\" password=\"false\" "
            "selected=\"false\" "
            "bounds=\"[0,0][10,20]\"><node index=\"0\" "
            "text=\"a&lt;&quot;b&quot;&gt;&#10;&amp;\" "
            "resource-id=\"com.a:id/ok\" class=\"\" package=\"com.a\" "
            "content-desc=\"\" "
            "checkable=\"false\" checked=\"false\" clickable=\"true\" "
            "enabled=\"false\" "
            "focusable=\"false\" focused=\"false\" scrollable=\"false\" "
            "long-clickable=\"false\" "
            "password=\"false\" selected=\"false\" bounds=\"[0,0][0,0]\" "
            "/></node></hierarchy>");
  EXPECT_THAT(Out("uiautomator dump /dev/tty"),
              HasSubstr("UI hierchary dumped to: /dev/tty\n"));
  // All windows, the highest first, as their types are called there.
  ViewTree* popup = phone_.trees.add_windows();
  popup->set_window_id(7);
  popup->set_title("Popup \"a\"");
  popup->add_nodes()->set_text("above");
  ViewTree* keyboard = phone_.trees.add_windows();
  keyboard->set_type(2011);
  keyboard->add_nodes()->set_text("q");
  const std::string all =
      Out("uiautomator dump --windows /sdcard/w.xml; cat /sdcard/w.xml");
  EXPECT_THAT(all,
              HasSubstr("<displays><display id=\"0\"><window index=\"0\""));
  EXPECT_THAT(all, HasSubstr("type=\"TYPE_INPUT_METHOD\"><hierarchy"));
  EXPECT_THAT(all,
              HasSubstr("</hierarchy></window><window index=\"1\" "
                        "title=\"Popup &quot;a&quot;\" bounds=\"[0,0][0,0]\" "
                        "active=\"false\" focused=\"false\" "
                        "accessibility-focused=\"false\" id=\"7\" layer=\"0\" "
                        "type=\"TYPE_APPLICATION\"><hierarchy"));
  EXPECT_THAT(all, HasSubstr("<window index=\"2\" title=\"\" "
                             "bounds=\"[0,0][0,0]\" active=\"true\" "
                             "focused=\"true\""));
  EXPECT_THAT(all, testing::EndsWith("</window></display></displays>"));
  phone_.picture = {2, 1, "RGBArgba"};
  EXPECT_EQ(Out("screencap"),
            std::string("\2\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0RGBArgba", 24));
  const std::string png = Out("screencap -p");
  EXPECT_THAT(png, StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_THAT(png,
              HasSubstr(std::string("IHDR\0\0\0\2\0\0\0\1\x08\x06\0\0\0", 17)));
  EXPECT_EQ(Out("screencap /sdcard/s.png; head -c 4 /sdcard/s.png | tail -c 3"),
            "PNG");
}

TEST_F(PhoneCommands, ProgramsAndRunAs) {
  phone_.processes = {{1234, "com.a", 10001, 100'000, true}};
  AddPackage("com.a", 2);
  AddPackage("com.release");
  EXPECT_EQ(Out("pidof com.a; ps -A | grep com.a; ps -o PID,NAME -p 1234"),
            "1234\nu0_a1           1234     310  400000  100000       0       "
            "0 S com.a\n"
            "PID          NAME\n1234         com.a\n");
  EXPECT_EQ(Run("pidof no").code, 1);
  EXPECT_EQ(Out("kill -9 1234"), "");
  EXPECT_EQ(phone_.said().back(), "kill 1234 9");
  EXPECT_EQ(Run("kill 99"), (Ran{"", "kill: 99: No such process\n", 1}));
  std::filesystem::create_directories(phone_.root + "/data/user/0/com.a/files");
  EXPECT_EQ(Out("run-as com.a pwd; run-as com.a ls; run-as com.a id -un; "
                "run-as com.a sh -c 'echo $HOME'"),
            "/data/user/0/com.a\nfiles\nu0_a1\n/data/user/0/com.a\n");
  EXPECT_EQ(Run("run-as com.no ls"),
            (Ran{"", "run-as: unknown package: com.no\n", 1}));
  EXPECT_EQ(Run("run-as com.release ls"),
            (Ran{"", "run-as: package not debuggable: com.release\n", 1}));
  EXPECT_THAT(Out("top -b -n 1"), HasSubstr("com.a"));
}

TEST_F(PhoneCommands, EveryCommandHasAUsage) {
  const Commands commands;
  for (const std::string& name : commands.Names()) {
    EXPECT_THAT(commands.UsageOf(name), HasSubstr("usage: ")) << name;
  }
  EXPECT_GT(commands.Names().size(), 90U);
}

}  // namespace
}  // namespace reprise::phone
