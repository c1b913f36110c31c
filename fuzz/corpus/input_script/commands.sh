#!/system/bin/sh
input tap 10 20
sleep 0.25
input swipe 0 0 100 200.5 350
adb -s emulator-5554 shell "input text 'it%sis'; input press" 2>&1
input keyevent --longpress KEYCODE_HOME 4
input keycombination -t 30 59 29
input mouse -d 2 scroll 10 20 --axis VSCROLL,-1
input draganddrop 0 0 100 0 500
input motionevent DOWN 1 2
input motionevent MOVE 3 4
input motionevent CANCEL
input roll 3 4
am start -n a/.B
