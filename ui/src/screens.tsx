// The screens before and after the selected action, or at the time that was
// scrubbed to, with fingers and the selected view drawn on top.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Action } from "./actions";
import { replayTime, samePixels } from "./compare";
import { Empty } from "./empty";
import { clock } from "./format";
import type { Item, Run } from "./run";
import { store } from "./store";
import { stateBefore, type Tree, useTree } from "./trees";

export function nextAction(run: Run, action: Action): Action | undefined {
  return run.actions.find((other) => other.time > action.end && other.input);
}

// When the screen after an action is looked at: just before the next one.
export function timeAfter(run: Run, action: Action): number {
  const next = nextAction(run, action);
  return next ? next.time - 1 : run.end;
}

export function Screens() {
  const [recording, replay] = store.runs;
  if (!recording) return null;
  const action = store.selected;
  if (store.scrubbed || !action) {
    return (
      <section class="screens" aria-label="Screens">
        <Screen run={0} time={store.time} title="Screen"
          action={action && store.time <= action.end ? action : undefined} />
        {replay && <Screen run={1} title={secondTitle()} time={store.comparison
          ? replayTime(recording, store.comparison, store.time)
          : store.time} />}
      </section>
    );
  }
  const after = timeAfter(recording, action);
  const answer = store.comparison?.replayed.get(action);
  if (replay) {
    const ends = answer ? timeAfter(replay, answer)
      : store.comparison && (!action.input || store.comparison.stranger)
        ? replayTime(recording, store.comparison, after) : undefined;
    const same = samePixels(
      recording.frameAt(after), ends ? replay.frameAt(ends) : undefined);
    return (
      <section class="screens" aria-label="Screens">
        <Screen run={0} time={store.before ? action.time : after}
          title="Recording" action={store.before ? action : undefined} />
        <Side />
        {ends === undefined ? <Missing />
          : <Screen run={1} title={secondTitle()}
              time={store.before && answer ? answer.time : ends}
              action={store.before ? answer : undefined}
              note={same === undefined || store.before ||
                store.comparison?.stranger ? ""
                : same ? "same picture" : "differs"} />}
      </section>
    );
  }
  return (
    <section class="screens" aria-label="Screens">
      <Screen run={0} time={action.time} title="Before" action={action}
        state={stateBefore(recording, action)} />
      <Screen run={0} time={after} title="After"
        state={stateBefore(recording, nextAction(recording, action))} />
    </section>
  );
}

// A tape that is no replay of the first is shown at the same time of its own.
function secondTitle(): string {
  return store.comparison?.stranger ? "Other tape" : "Replay";
}

// Before or after the action: side by side there is room for one of them.
function Side() {
  const choose = (before: boolean) => {
    store.before = before;
    store.update();
  };
  return (
    <div class="side" role="group" aria-label="Before or after the action">
      <button aria-pressed={store.before} onClick={() => choose(true)}>
        Before</button>
      <button aria-pressed={!store.before} onClick={() => choose(false)}>
        After</button>
    </div>
  );
}

function Missing() {
  return (
    <figure class="screen">
      <figcaption><b>Replay</b></figcaption>
      <Empty run={store.runs[1]}>
        Nothing on the replay answers to this action.</Empty>
    </figure>
  );
}

interface ScreenProps {
  run: number;
  time: number;
  title: string;
  action?: Action;
  note?: string;
  state?: Item; // whose view tree it is, if that is known
}

function Screen({ run, time, title, action, note, state }: ScreenProps) {
  const tape = store.runs[run];
  const frame = tape?.frameAt(time);
  const tree = useTree(tape, time, state);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState("");
  const size = displaySize(frame, tree);

  useEffect(() => {
    let late = false;
    setProblem("");
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    if (!frame) {
      context.clearRect(0, 0, element.width, element.height);
      return;
    }
    store.pictures[run].picture(frame).then(
      (picture) => {
        if (late) return;
        element.width = picture.width;
        element.height = picture.height;
        context.drawImage(picture, 0, 0);
      },
      (error) => !late && setProblem(
        error instanceof Error ? error.message : String(error)));
    return () => {
      late = true;
    };
  }, [frame, run]);

  return (
    <figure class="screen" aria-label={title}>
      <figcaption>
        <b>{title}</b>
        <span class="dim">{clock(time)}</span>
        {note && <span class={`badge ${note === "differs" ? "bad" : "good"}`}>
          {note}</span>}
      </figcaption>
      <div class="glass" style={{ aspectRatio: `${size.width} / ${size.height}`,
        "--ratio": size.width / size.height }}>
        <canvas ref={canvas} role="img"
          aria-label={`${title}: the screen at ${clock(time)} seconds`} />
        {!frame && <Empty run={tape}>{tape?.frames.length
          ? `The first picture comes at ${clock(tape.frames[0].time)}.`
          : "No picture on the tape."}</Empty>}
        {problem && <p class="empty">{problem}</p>}
        <Overlay size={size} tree={tree} action={action} />
      </div>
    </figure>
  );
}

interface Size {
  width: number;
  height: number;
}

function displaySize(frame?: Item, tree?: Tree): Size {
  if (frame?.message.widthPx) {
    return { width: frame.message.widthPx, height: frame.message.heightPx };
  }
  const bounds = tree?.windows[0]?.bounds;
  if (bounds && bounds.right > 0 && bounds.bottom > 0) {
    return { width: bounds.right, height: bounds.bottom };
  }
  return { width: 1080, height: 2400 };
}

interface OverlayProps {
  size: Size;
  tree?: Tree;
  action?: Action;
}

function Overlay({ size, tree, action }: OverlayProps) {
  const choice = store.hoverNode ?? store.node;
  const chosen = choice?.tree === tree
    && tree?.windows[choice!.window]?.nodes[choice!.node] || undefined;
  const target = action?.widget?.bounds;
  const unit = size.width / 100;
  const pick = (event: MouseEvent, keep: boolean) => {
    if (!tree) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * size.width;
    const y = ((event.clientY - box.top) / box.height) * size.height;
    const found = tree.at(x, y);
    if (keep) {
      store.node = found;
      store.tab = "tree";
    } else {
      store.hoverNode = store.tab === "tree" ? found : undefined;
    }
    store.update();
  };
  return (
    <svg class="overlay" viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      onClick={(event) => pick(event, true)}
      onMouseMove={(event) => pick(event, false)}
      onMouseLeave={() => {
        store.hoverNode = undefined;
        store.update();
      }}>
      {target && <rect class="target" x={target.left} y={target.top}
        width={Math.max(0, target.right - target.left)}
        height={Math.max(0, target.bottom - target.top)}
        stroke-width={unit * 0.7} rx={unit} />}
      {chosen?.bounds && <rect class="chosen" x={chosen.bounds.left}
        y={chosen.bounds.top}
        width={Math.max(0, chosen.bounds.right - chosen.bounds.left)}
        height={Math.max(0, chosen.bounds.bottom - chosen.bounds.top)}
        stroke-width={unit * 0.6} />}
      {action?.fingers.map((finger, i) => (
        <g key={i} class="finger">
          {Math.hypot(finger.endX - finger.startX,
            finger.endY - finger.startY) > unit * 3 && (
            <>
              <line x1={finger.startX} y1={finger.startY} x2={finger.endX}
                y2={finger.endY} stroke-width={unit * 1.2} />
              <circle cx={finger.endX} cy={finger.endY} r={unit * 2.2} />
            </>
          )}
          <circle class="halo" cx={finger.startX} cy={finger.startY}
            r={unit * 5} />
          <circle cx={finger.startX} cy={finger.startY} r={unit * 2.2} />
        </g>
      ))}
    </svg>
  );
}
