/** The run library: open, compare, rename, link, download, delete. */

import { api } from '../api.ts'
import { copyLink } from '../clipboard.ts'
import { compareWith, stopComparing } from '../compare.ts'
import { button, h, sentence, text, words } from '../dom.ts'
import { bytes, clock, distance, energy, speed, when } from '../format.ts'
import { followPlan } from '../feed.ts'
import { madeBy } from '../hull.ts'
import { store } from '../state.ts'
import { toast } from '../toast.ts'
import type { RunItem } from '../types.ts'
import { linkTo } from '../url.ts'
import { askDelete } from './delete_dialog.ts'

const PAGE = 50

export function runsPanel(): HTMLElement {
  const list = h('ul', { class: 'runs', 'aria-label': 'Runs in the library' })
  const note = h('p', { class: 'empty', role: 'status' })
  const failed = h('p', { class: 'error', role: 'alert' })
  const more = button('Show more', () => void load(list.children.length), { hidden: true })
  const again = button('Try again', () => void load(0), { hidden: true })

  async function load(offset: number): Promise<void> {
    if (list.children.length === 0) text(note, 'Loading the library …')
    text(failed, '')
    again.hidden = true
    try {
      const { items, total } = await api.runs(PAGE, offset)
      const shown = items.map(item)
      if (offset === 0) list.replaceChildren(...shown)
      else list.append(...shown)
      const count = list.children.length
      more.hidden = count >= total
      text(note, total === 0 ? 'No runs yet. Every mission that is planned is kept here when it has been computed.' : `${count} of ${total}`)
      mark()
    } catch (error) {
      text(note, '')
      text(failed, `The library cannot be read: ${words(error)}.`)
      again.hidden = false
    }
  }

  /** Do something with a run; what goes wrong stands in its own row. */
  async function attempt(row: HTMLElement, action: () => Promise<unknown>): Promise<void> {
    const error = row.querySelector('.error')
    if (error) text(error, '')
    row.setAttribute('aria-busy', 'true')
    try {
      await action()
    } catch (failure) {
      if (error) text(error, `${sentence(words(failure))}.`)
    } finally {
      row.removeAttribute('aria-busy')
    }
  }

  async function open(id: string): Promise<void> {
    await api.openRun(id)
    followPlan()
  }

  async function remove(id: string, name: string): Promise<void> {
    const { compare, snapshot } = store.get()
    const isOpen = snapshot?.run === id
    await api.deleteRun(id)
    if (compare?.id === id) stopComparing()
    toast(isOpen ? `Deleted “${name}”. It stays open here until another one is opened or planned.` : `Deleted “${name}”.`)
  }

  function item(run: RunItem): HTMLElement {
    const name = h('input', { class: 'name', value: run.name, maxlength: 200, 'aria-label': `Name of run ${run.name}`, title: 'Click to rename' })
    let old = run.name
    const row = h('li', { 'data-run': run.id })
    name.addEventListener('change', () => void attempt(row, async () => {
      const wanted = name.value.trim()
      if (wanted === '') return void (name.value = old)
      await api.renameRun(run.id, wanted)
      const before = old
      old = wanted
      toast(`Renamed to “${wanted}”.`, { undo: () => void attempt(row, () => api.renameRun(run.id, before).then(() => load(0))) })
    }))
    name.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') name.value = old
      if (event.key === 'Escape' || event.key === 'Enter') name.blur()
    })
    const compare = button('Compare', () => void attempt(row, async () =>
      store.get().compare?.id === run.id ? stopComparing() : compareWith({ ...run, name: old })), { class: 'compare-run' })
    row.append(
      h('div', { class: 'head' }, name),
      h('p', { class: 'quiet' },
        h('span', { class: 'pill', 'data-state': run.status ?? '' }, (run.status ?? 'not finished').replaceAll('_', ' ')),
        ` ${[when(run.created), distance(run.distance_m, store.get().settings.units), clock(run.duration_s), energy(run.energy_J)].join(' · ')}`),
      h('p', { class: 'quiet made' }, madeBy(run, (value) => speed(value, store.get().settings.units))),
      h('div', { class: 'row' },
        button('Open', () => void attempt(row, () => open(run.id)), { class: 'open-run' }),
        compare,
        button('Link', () => void copyLink(linkTo(run.id), 'Link copied.'), { class: 'quiet', title: 'Copy a link that opens this run' }),
        h('a', { class: 'button quiet', href: api.runFile(run.id), download: '', title: `NetCDF file${run.bytes ? `, ${bytes(run.bytes)}` : ''}` }, 'File'),
        button('✕', () => void attempt(row, async () => {
          if (!(await askDelete(old))) return
          await remove(run.id, old)
          await load(0)
        }), { class: 'quiet danger', 'aria-label': 'Delete', title: 'Delete this run and its file' })),
      h('p', { class: 'error', role: 'alert' }))
    return row
  }

  function mark(): void {
    const { snapshot, compare } = store.get()
    for (const row of list.children) {
      const id = (row as HTMLElement).dataset['run']
      row.classList.toggle('current', id !== undefined && id === snapshot?.run)
      row.classList.toggle('compared', id === compare?.id)
      const toggle = row.querySelector<HTMLElement>('.compare-run')
      toggle?.setAttribute('aria-pressed', String(id === compare?.id))
      if (toggle) toggle.title = id === compare?.id ? 'Stop comparing with this run' : 'Draw this run beside the one that is open'
    }
  }

  store.watch((s) => [s.tab, s.snapshot?.run, s.link === 'open', s.settings.units], () => {
    if (store.get().tab === 'runs') void load(0)
  })
  store.watch((s) => [s.compare, s.snapshot?.run], mark)
  return h('div', { class: 'section' }, h('h2', {}, 'Runs'), note, failed, again, list, more)
}
