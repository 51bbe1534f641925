/** One store: a value, a way to change it, and listeners that are called when the part they look at changed. */

export type Listener<T> = (value: T, before: T) => void

export interface Store<S extends object> {
  get(): Readonly<S>
  set(change: Partial<S> | ((state: Readonly<S>) => Partial<S>)): void
  /** Call `listener` whenever what `select` gives has changed, and at once unless `later`. Returns the way out. */
  watch<T>(select: (state: Readonly<S>) => T, listener: Listener<T>, later?: boolean): () => void
}

interface Watcher<S> {
  check(state: Readonly<S>): void
}

/** Whether two values are the same: identical, or lists of identical members. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  return a.every((member, i) => Object.is(member, b[i]))
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state: Readonly<S> = initial
  let telling = false
  let again = false
  const watchers = new Set<Watcher<S>>()

  // A listener may change the store: the round in progress ends first, then one more begins.
  function tell(): void {
    if (telling) {
      again = true
      return
    }
    telling = true
    try {
      do {
        again = false
        for (const watcher of [...watchers]) watcher.check(state)
      } while (again)
    } finally {
      telling = false
    }
  }

  return {
    get: () => state,
    set(change) {
      const part = typeof change === 'function' ? change(state) : change
      const changed = (Object.keys(part) as (keyof S)[]).some((key) => !Object.is(state[key], part[key]))
      if (!changed) return
      state = { ...state, ...part }
      tell()
    },
    watch(select, listener, later = false) {
      let seen = select(state)
      const watcher: Watcher<S> = {
        check(now) {
          const value = select(now)
          if (same(value, seen)) return
          const before = seen
          seen = value
          listener(value, before)
        },
      }
      watchers.add(watcher)
      if (!later) listener(seen, seen)
      return () => watchers.delete(watcher)
    },
  }
}
