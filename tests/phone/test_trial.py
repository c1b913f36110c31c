"""What an app may do and what may happen to it, with the sample app `trial`."""

import unittest

import process
import samples
from process import Failed, Gone, Process, ProcessTest, pb

PACKAGE = "io.reprise.trial"


def extras(**values):
    made = []
    for key, value in values.items():
        kind = {str: "text", int: "int_value"}[type(value)]
        made.append(pb.PhoneExtra(key=key, **{kind: value}))
    return made


class Trial(ProcessTest):
    def app(self):
        return process.app(samples.make("trial"))

    def setUp(self):
        self.begin()

    def begin(self, **attach):
        p = self.process
        p.attach(self.app(), **attach)
        del p.news[:]
        del p.lines[:]

    def do(self, what, **more):
        """Starts Main with something to do, lets it, and returns what the app said."""
        p = self.process
        before = len(p.log("trial"))
        p.start(".Main", extras=extras(do=what, **more))
        p.settle()
        return [line.removeprefix("trial: ") for line in p.log("trial")[before:]]

    def died(self, what):
        with self.assertRaises(Failed):
            self.do(what)
        return self.process.wait(lambda n: n.HasField("died")).died

    def start(self, name, flags=0):
        self.process.start(f".Screens${name}", flags=flags)
        self.process.settle()

    # --- death ---

    def test_exception_on_main(self):
        died = self.died("throw")
        self.assertEqual((died.cause, died.thread, died.exception),
                         (died.CAUSE_EXCEPTION, "main", "java.lang.RuntimeException"))
        self.assertIn("Caused by: java.lang.IllegalStateException: as asked", died.stack)
        self.assertIn("at io.reprise.trial.Main.act(Main.java:", died.stack)
        crash = [l for l in self.process.lines if l.buffer == "crash"][0]
        self.assertEqual(crash.tag, "AndroidRuntime")
        self.assertTrue(crash.text.startswith(
            "FATAL EXCEPTION: main\nProcess: io.reprise.trial, PID: 4242\njava.lang.RuntimeException: "
            "Unable to start activity ComponentInfo{io.reprise.trial/io.reprise.trial.Main}"), crash.text)

    def test_exception_on_another_thread(self):
        died = self.died("thread")
        self.assertEqual((died.thread, died.exception, died.message),
                         ("worker", "java.lang.IllegalArgumentException", "in the background"))

    def test_exit(self):
        died = self.died("exit")
        self.assertEqual((died.cause, died.status), (died.CAUSE_EXIT, 7))

    def test_kill(self):
        self.assertEqual(self.died("kill").cause, pb.PhoneReply.Died.CAUSE_EXIT)

    def test_memory(self):
        self.assertEqual(self.died("memory").cause, pb.PhoneReply.Died.CAUSE_MEMORY)

    def test_begins_anew_after_death(self):
        for what in ("throw", "thread", "exit"):
            self.died(what)
            self.begin()
            self.assertIn("Main resume", self.do("nothing"))

    # --- order ---

    def test_provider_comes_before_application(self):
        p = self.process
        p.attach(self.app())
        self.assertEqual(p.log("trial")[-2:], ["trial: provider", "trial: application on main life 1"])

    def test_order_of_a_start_and_of_back(self):
        p = self.process
        self.assertEqual(self.do("start", **{"class": "Standard"}),
                         ["Main create 0 task 1", "Main resume", "Main pause", "Standard create 0 task 1",
                          "Standard resume", "Main stop"])
        del p.lines[:]
        p.back()
        p.settle()
        self.assertEqual(p.log("trial"), ["trial: " + s for s in (
            "Standard pause", "Main restart", "Main resume", "Standard stop", "Standard destroy")])

    def test_result(self):
        self.assertIn("Main result 9 5 done", self.do("startForResult"))

    def test_recreate_keeps_state(self):
        said = self.do("recreate")
        self.assertIn("Main create 1 task 1", said)

    def test_saved_state_when_activities_are_not_kept(self):
        row = pb.PhoneSetting(table="global", name="always_finish_activities", value="1")
        self.begin(settings=[row])
        self.do("start", **{"class": "Standard"})
        p = self.process
        self.assertIn("trial: Main destroy", p.log("trial"))
        del p.lines[:]
        p.back()
        p.settle()
        self.assertIn("trial: Main create 1 task 1", p.log("trial"))

    # --- launch modes ---

    def stack(self):
        return [f"{a.name.rsplit('.', 1)[-1].removeprefix('Screens$')}:{a.task}"
                for a in self.process.state().activities if a.package_name == PACKAGE]

    def test_standard_is_another_instance(self):
        self.do("start", **{"class": "Standard"})
        self.do("start", **{"class": "Standard"})
        self.assertEqual(self.stack(), ["Main:1", "Standard:1", "Main:1", "Standard:1"])

    def test_single_top(self):
        self.start("SingleTop")
        self.start("SingleTop")
        self.assertEqual(self.stack(), ["SingleTop:1"])
        self.assertIn("trial: SingleTop again", self.process.log("trial"))

    def test_single_task_clears_what_is_above(self):
        self.start("SingleTask")
        self.do("start", **{"class": "Standard"})
        self.start("SingleTask")
        self.assertEqual(self.stack(), ["SingleTask:1"])

    def test_single_instance_has_a_task_of_its_own(self):
        self.do("start", **{"class": "SingleInstance"})
        self.assertEqual(self.stack(), ["Main:1", "SingleInstance:2"])

    def test_affinity(self):
        self.do("start", **{"class": "Elsewhere", "flags": 0x10000000})
        self.assertEqual(self.stack(), ["Main:1", "Elsewhere:2"])

    def test_clear_task(self):
        self.do("start", **{"class": "Standard", "flags": 0x10000000 | 0x8000})
        self.assertEqual(self.stack(), ["Standard:1"])

    def test_no_history(self):
        self.do("start", **{"class": "NoHistory"})
        self.start("Standard")
        self.assertNotIn("NoHistory:1", self.stack())

    def test_alias(self):
        self.process.start(".Alias")
        self.assertEqual(self.stack(), ["Standard:1"])

    def test_what_is_seen_through_is_not_stopped(self):
        self.do("start", **{"class": "See"})
        self.assertEqual(self.process.activities(), ["Main paused", "Screens$See resumed"])

    def test_back_from_the_first_screen_shows_home(self):
        self.process.start()
        self.process.back()
        self.process.settle()
        self.assertEqual(self.process.activities(), ["Main stopped", "HomeActivity resumed"])
        self.process.start()
        self.process.settle()
        self.assertEqual(self.process.activities()[-1], "Main resumed")

    # --- services, broadcasts, providers ---

    def test_services(self):
        said = [s for s in self.do("services") if s.startswith(("service", "Main connected"))]
        self.assertEqual(said, ["service create", "service start 1", "service start 2", "service bind",
                                "Main connected 42", "service unbind", "service destroy"])

    def test_broadcasts(self):
        said = self.do("broadcasts")
        self.assertIn("Main battery 100", said)
        self.assertIn("Main result high manifest", said)

    def test_provider(self):
        said = self.do("provider")
        self.assertIn("Main answer 42", said)
        self.assertIn("Main changed content://io.reprise.trial.provider/x", said)
        self.assertIn("Main media 0", said)

    def test_pending_intent(self):
        said = self.do("pending")
        self.assertEqual([s for s in said if "same" in s or "receiver" in s or "cancelled" in s],
                         ["Main same true", "Main cancelled", "receiver later"])

    def test_send_from_outside(self):
        p = self.process
        intent = pb.PhoneIntent(component=f"{PACKAGE}/.TrialService")
        p.ask(send=pb.PhoneRequest.Send(kind=pb.PhoneRequest.Send.KIND_START_SERVICE, intent=intent))
        p.settle()
        self.assertEqual(list(p.state().services), ["io.reprise.trial.TrialService"])
        intent = pb.PhoneIntent(component=f"{PACKAGE}/.TrialReceiver", extras=extras(text="hello"))
        p.ask(send=pb.PhoneRequest.Send(kind=pb.PhoneRequest.Send.KIND_BROADCAST, intent=intent))
        p.settle()
        self.assertIn("trial: receiver hello", p.log("trial"))

    # --- the phone around it ---

    def test_permissions(self):
        self.do("permission")
        p = self.process
        self.assertIn("Allow Trial to take pictures and record video?", p.texts())
        p.tap_on("While using the app")
        p.settle()
        self.assertIn("Allow Trial to access your contacts?", p.texts())
        p.tap_on("Don\u2019t allow")
        p.settle()
        self.assertIn("trial: Main permissions 3 yes no", p.log("trial"))
        changed = [n.changed for n in p.news if n.HasField("changed")]
        self.assertEqual([list(c.granted) + list(c.denied) for c in changed],
                         [["android.permission.CAMERA"], ["android.permission.READ_CONTACTS"]])

    def test_data_stays_and_is_cleared(self):
        self.assertIn("Main stored 1 1", self.do("store"))
        self.begin(clear_data=False)
        self.assertIn("Main stored 2 2", self.do("store"))
        self.begin(clear_data=True)
        self.assertIn("Main stored 1 1", self.do("store"))

    def test_secret_keys_outlive_the_process_and_no_clearing(self):
        opened = "Main opened a secret of [mine]"
        kept = [s for s in self.do("keys") if not s.startswith("Main create")]
        self.assertEqual(kept[:3], ["Main sealed by 256 bits", opened, "Main no pairs"])
        self.begin(clear_data=False)
        said = self.do("keys")
        self.assertIn(opened, said)
        self.assertIn("Main keys left 0", said)
        self.assertNotIn("Main sealed by 256 bits", said)
        self.begin(clear_data=True)
        self.assertIn("Main sealed by 256 bits", self.do("keys"))

    def test_native_libraries_are_refused_and_named(self):
        self.assertIn("Main no library", self.do("library"))
        said = self.process.wait(lambda n: n.HasField("unsupported")).unsupported
        self.assertEqual(said.name, "System.loadLibrary trial")

    def test_what_it_lacks_is_said_once(self):
        self.do("lacks")
        self.do("lacks")
        said = [n.unsupported.name for n in self.process.news if n.HasField("unsupported")]
        self.assertEqual(said, ["MediaCodec"])

    def test_refuses_with_a_sentence(self):
        p = self.process
        with self.assertRaisesRegex(Failed, "there is no APK at /nowhere"):
            p.describe("/nowhere")
        self.assertEqual(p.start(".Nothing").code, -92)


class Hang(unittest.TestCase):
    def test_hang_is_said_and_the_process_still_answers(self):
        with Process() as p:
            p.boot()
            p.attach(process.app(samples.make("trial")))
            serial = p.send(start=pb.PhoneRequest.Start(
                intent=pb.PhoneIntent(component=f"{PACKAGE}/.Main", extras=extras(do="loop")), wait_ns=10**9))
            anr = p.wait(lambda n: n.HasField("anr")).anr
            self.assertIn("Input dispatching timed out", anr.reason)
            self.assertIn("io.reprise.trial.Main.act", anr.stack)
            self.assertIn("io.reprise.trial.Main.act", p.ask(threads=pb.PhoneRequest.Threads()).text)
            p.send(exit=pb.PhoneRequest.Exit())
            p.wait_gone()
            with self.assertRaises(Gone):
                p.answer(serial)


class Ended(unittest.TestCase):
    def test_a_process_begins_anew_after_a_death(self):
        with Process() as p:
            p.boot()
            p.attach(process.app(samples.make("trial")))
            with self.assertRaises(Failed):
                p.start(".Main", extras=extras(do="throw"))
            p.attach(process.app(samples.make("trial")))
            p.start(".Main")
            self.assertEqual(p.activities(), ["Main resumed"])


if __name__ == "__main__":
    unittest.main()
