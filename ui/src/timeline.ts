/** One bar for the whole mission: what is computed is shaded, events are marks, dragging shows any moment at once. */

import { button, byId, h, text } from './dom.ts'
import { icon, setIcon } from './icons.ts'
import { clock } from './format.ts'
import { dropScrub, endTime, goLive, playOrPause, reset, scrubTo, setSpeed, SPEEDS, step } from './playback.ts'
import { store, track as history } from './state.ts'
import type { MissionEvent } from './types.ts'

/** End of the bar: the estimate until the computed part goes beyond it or is finished. */
function total(): number {
  const { plan, snapshot } = store.get()
  const computed = endTime()
  return snapshot?.computing ? Math.max(computed, plan?.duration_s ?? 0) : computed
}

const MOST_MARKS = 200

function markOf(event: MissionEvent, length: number): HTMLElement {
  const kind = event.kind.replaceAll('_', ' ')
  const label = `${kind}${event.waypoint != null ? ` ${event.waypoint}` : ''} at ${clock(event.t)}`
  const mark = h('i', { class: `mark ${event.kind.toLowerCase().replace(/\W+/g, '-')}`, title: label })
  mark.style.left = `${(100 * event.t) / length}%`
  return mark
}

/** Every mark that matters, and of the many waypoints some. */
function chosen(events: MissionEvent[]): MissionEvent[] {
  const waypoints = events.filter((event) => event.kind.includes('waypoint'))
  const every = Math.ceil(waypoints.length / MOST_MARKS)
  return events.filter((event) => !event.kind.includes('waypoint') || waypoints.indexOf(event) % every === 0)
}

function bar(): HTMLElement {
  const computed = h('div', { class: 'computed' })
  const played = h('div', { class: 'played' })
  const marks = h('div', { class: 'marks' })
  const thumb = h('div', { class: 'thumb' })
  const track = h('div', {
    class: 'bar', id: 'scrub', role: 'slider', tabindex: 0, 'aria-label': 'Mission time', 'aria-valuemin': 0,
  }, computed, marks, played, thumb)

  let dragging = false
  const timeAt = (event: PointerEvent): number => {
    const box = track.getBoundingClientRect()
    return (Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)) * total()
  }
  track.addEventListener('pointerdown', (event) => {
    if (!store.get().snapshot?.plan_loaded) return
    dragging = true
    track.setPointerCapture(event.pointerId)
    scrubTo(timeAt(event))
  })
  track.addEventListener('pointermove', (event) => dragging && scrubTo(timeAt(event)))
  const drop = (): void => {
    if (dragging) dropScrub()
    dragging = false
  }
  track.addEventListener('pointerup', drop)
  track.addEventListener('pointercancel', drop)
  track.addEventListener('keydown', (event) => {
    const by: Record<string, number> = { PageUp: 60, PageDown: -60, ArrowUp: 10, ArrowDown: -10 }
    const seconds = by[event.key]
    if (seconds === undefined) return
    event.preventDefault()
    step(seconds)
  })

  store.watch((s) => [s.shown?.t, s.snapshot?.computed_s, s.snapshot?.computing, s.plan, s.trackVersion], () => {
    const length = total()
    const share = (t: number): string => `scaleX(${length > 0 ? Math.min(t / length, 1) : 0})`
    const t = store.get().shown?.t ?? 0
    computed.style.transform = share(endTime())
    played.style.transform = share(t)
    thumb.style.left = `${length > 0 ? Math.min(t / length, 1) * 100 : 0}%`
    track.setAttribute('aria-valuemax', length.toFixed(1))
    track.setAttribute('aria-valuenow', t.toFixed(1))
    track.setAttribute('aria-valuetext', `${clock(t)} of ${clock(length)}`)
  })
  store.watch((s) => [s.events, Math.round(total())], () => {
    const length = total()
    marks.replaceChildren(...(length > 0 ? chosen(store.get().events).map((event) => markOf(event, length)) : []))
  })
  store.watch((s) => s.trackVersion, () => (track.dataset['rows'] = String(history.length)))
  store.watch((s) => s.snapshot?.plan_loaded ?? false, (loaded) => track.setAttribute('aria-disabled', String(!loaded)))
  return track
}

function speeds(): HTMLElement {
  const group = h('div', { class: 'speeds', role: 'group', 'aria-label': 'Playback speed' })
  for (const value of SPEEDS) {
    const item = button(`${value}×`, () => void setSpeed(value), { 'data-speed': value, 'aria-label': `Playback speed ${value} times` })
    store.watch((s) => s.snapshot?.playback_speed ?? 1, (now) => item.setAttribute('aria-pressed', String(Math.abs(now - value) < 1e-6)))
    group.append(item)
  }
  return group
}

export function showTimeline(): void {
  const play = button('', () => void playOrPause(), { class: 'play', id: 'play' })
  const rewind = button('', () => void reset(), { id: 'reset', title: 'Back to the start', 'aria-label': 'Reset to the start' })
  rewind.append(icon('start'))
  const live = button('LIVE', goLive, { class: 'live', id: 'live' })
  const time = h('span', { class: 'time', id: 'time' })
  store.watch((s) => [s.snapshot?.running, s.scrub === null, s.snapshot?.plan_loaded], () => {
    const { snapshot, scrub } = store.get()
    const running = Boolean(snapshot?.running) && scrub === null
    setIcon(play, running ? 'pause' : 'play')
    play.title = running ? 'Pause (space)' : scrub === null ? 'Play (space)' : 'Play from here (space)'
    play.setAttribute('aria-label', running ? 'Pause' : 'Play')
    play.disabled = rewind.disabled = !snapshot?.plan_loaded
    text(live, scrub === null ? 'LIVE' : 'GO LIVE')
    live.classList.toggle('on', scrub === null)
    live.disabled = !snapshot?.plan_loaded
    live.title = scrub === null ? 'The page follows the playback' : 'Follow the playback again (L)'
  })
  store.watch((s) => [Math.floor(s.shown?.t ?? 0), Math.floor(total()), s.plan], () => {
    text(time, `${clock(store.get().shown?.t ?? 0)} / ${clock(total())}`)
  })
  byId('timeline').replaceChildren(play, rewind, live, time, bar(), speeds())
}
