/** Name of the run, its state, tabs, settings of the page, and whether the server is there. */

import { button, byId, h, text } from '../dom.ts'
import { icon } from '../icons.ts'
import type { PositionFormat } from '../position.ts'
import { setting, store } from '../state.ts'
import { COLOUR_CHOICES } from '../theme.ts'

const LINKS = { connecting: 'connecting …', open: 'connected', lost: 'no connection, trying again …' } as const
const FORMATS: PositionFormat[] = ['DD', 'DDM', 'DMS']

export function stateName(): string {
  const { snapshot, scrub, shown } = store.get()
  if (!snapshot) return 'connecting'
  // What is shown of a moment stands still, also while the playback goes on elsewhere.
  if (scrub !== null) return shown?.state ?? 'paused'
  if (snapshot.state) return snapshot.state
  if (!snapshot.plan_loaded) return 'no plan'
  if (snapshot.grounded) return 'GROUNDED'
  if (snapshot.finished) return 'complete'
  return snapshot.running ? 'running' : 'paused'
}

function tabs(): HTMLElement {
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'What the left side shows' })
  for (const [tab, label] of [['mission', 'Mission'], ['runs', 'Runs']] as const) {
    const item = button(label, () => {
      store.set({ tab })
      document.body.classList.add('show-left')
    }, { role: 'tab', id: `tab-${tab}`, 'aria-controls': 'left' })
    store.watch((s) => s.tab, (now) => {
      item.setAttribute('aria-selected', String(now === tab))
      item.tabIndex = now === tab ? 0 : -1
    })
    list.append(item)
  }
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    store.set(({ tab }) => ({ tab: tab === 'mission' ? 'runs' : 'mission' }))
    byId(`tab-${store.get().tab}`).focus()
  })
  return list
}

/** A button that steps through a few values and shows the present one. */
function cycle<T extends string>(label: string, values: readonly T[], read: () => T, write: (value: T) => void): HTMLElement {
  const next = (): T => values[(values.indexOf(read()) + 1) % values.length] ?? read()
  const item = button('', () => write(next()), { class: 'quiet' })
  store.watch(read, (value) => {
    text(item, value)
    item.title = `${label}: ${value}. Click for ${next()}.`
    item.setAttribute('aria-label', item.title)
  })
  return item
}

function fold(side: 'left' | 'right'): HTMLElement {
  const item = button('', () => {
    const { classList } = document.body
    const small = matchMedia('(max-width: 1100px)').matches
    const other = side === 'left' ? 'right' : 'left'
    if (small) {
      classList.toggle(`show-${side}`)
      classList.remove(`show-${other}`)
    } else {
      classList.toggle(`hide-${side}`)
      byId(side).classList.toggle('folded', classList.contains(`hide-${side}`))
    }
  }, { class: 'quiet fold', title: `Show or hide the ${side} side`, 'aria-label': `Show or hide the ${side} side` })
  item.append(icon(side))
  return item
}

export function showTopbar(): void {
  const name = h('span', { class: 'run-name' })
  const pill = h('span', { class: 'pill', role: 'status', id: 'state' })
  const link = h('span', { class: 'link', role: 'status', id: 'link' })
  const busy = h('span', { class: 'busy' })
  store.watch((s) => (s.snapshot?.plan_loaded ? (s.snapshot.name ?? '') : ''), (value) => {
    text(name, value || 'New mission')
    document.title = value ? `${value} – Seatrial` : 'Seatrial'
  })
  store.watch((s) => [s.snapshot?.state, s.snapshot === null, s.snapshot?.running, s.snapshot?.finished, s.scrub === null, s.shown?.state], () => {
    const state = stateName()
    text(pill, state)
    pill.dataset['state'] = state
  })
  store.watch((s) => [s.snapshot?.computing, s.shown?.state, s.shown?.status, s.shown?.finished], () => {
    const { snapshot, shown } = store.get()
    const ended = shown?.finished && shown.state !== 'complete' ? (shown.status ?? '').replaceAll('_', ' ') : ''
    text(busy, snapshot?.computing ? 'computing …' : ended === shown?.state?.toLowerCase() ? '' : ended)
  })
  store.watch((s) => s.link, (value) => {
    text(link, LINKS[value])
    link.dataset['link'] = value
    document.body.classList.toggle('lost', value === 'lost')
  })
  byId('topbar').replaceChildren(
    fold('left'),
    h('strong', { class: 'brand' }, 'Seatrial'),
    tabs(),
    h('div', { class: 'run' }, name, pill, busy),
    h('div', { class: 'tools' },
      link,
      cycle('Units', ['SI', 'nautical'] as const, () => store.get().settings.units, (units) => setting({ units })),
      cycle('Positions', FORMATS, () => store.get().settings.positions, (positions) => setting({ positions })),
      cycle('Colours', COLOUR_CHOICES, () => store.get().settings.colours, (colours) => setting({ colours })),
      fold('right'),
    ),
  )
}
