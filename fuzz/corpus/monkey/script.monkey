type= raw events
count= 10
speed= 1.0
start data >>
captureDispatchPointer(70,70,0,1.0,2.5,0.5,0.25,0,1.0,1.0,3,0,0)
captureDispatchPointer(70,80,5,9.0,9.0,1.0,1.0,0,1.0,1.0,3,0,1)
captureDispatchPointer(70,88,2,2.0,2.0,1.0,1.0,0,1.0,1.0,3,0,0)
captureDispatchPointer(70,96,262,2.0,2.0,1.0,1.0,0,1.0,1.0,3,0,1)
captureDispatchPointer(70,99,1,8.0,8.0,1.0,1.0,0,1.0,1.0,3,0,0)
UserWait(101)
captureDispatchKey(-1,-1,0,4,0,0,-1,158)
DispatchString(a%sb)
DispatchPress(KEYCODE_BACK)
Tap(10,20,30)
Drag(0,0,100,50,2)
PinchZoom(0,0,10,10,100,100,90,90,1)
LongPress()
DispatchTrackball(400,400,2,3.0,-4.0,0.0,0.0,0,1.0,1.0,0,0,0)
LaunchActivity(com.a,com.a.B)
