/** Refusals of the server in the words of the page: its keys are not what stands beside the fields. */

import { sentence } from './dom.ts'

export interface Fault {
  key: string
  /** What the number must be. */
  wanted: string
}

/** "cruise_depth_m = -10 m: must be a number in 0..12000 m" as key and what is wanted; null when it is about no key. */
export function faultOf(message: string): Fault | null {
  const found = /^([a-z][a-z_A-Z0-9]*)(?: = [^:]*)?(?:: | )((?:must|is) .*)$/.exec(message)
  const [, key, wanted] = found ?? []
  return key && wanted ? { key, wanted: wanted.replace('must be a number in', 'must be').replace(/\.\.(?=[\d-])/, ' to ') } : null
}

/** The keys in a line that stands beside no field, by their labels. */
export function inWords(message: string, labels: Readonly<Record<string, string>>): string {
  return message.replace(/\b[a-z]+(?:_[a-zA-Z]+)+\b/g, (key) => labels[key] ?? key)
}

export interface PlaceFault {
  end: 'start' | 'goal' | null
  /** What stands at the end itself, and at the cruise depth; empty where it is no fault of theirs. */
  here: string
  depth: string
}

/** What a refusal of the planner is about: an end, the cruise depth, both; `end` is null for a via point. */
export function placeFaultOf(message: string): PlaceFault | null {
  const [, name, rest] = /^(start|goal|via point \d+)(?:: | position )(.*)$/s.exec(message) ?? []
  if (name === undefined || rest === undefined) return null
  const end = name === 'start' || name === 'goal' ? name : null
  const floor = /^cruise depth .* is deeper than the sea floor there, (\S+ m)/.exec(rest)?.[1]
  if (floor !== undefined) return { end, here: `The sea floor is ${floor} deep here.`, depth: `deeper than the sea floor at ${end ? `the ${end}` : name}, ${floor}` }
  const advice = rest.startsWith('is on land') ? ` Move the ${name} pin into open water.` : ''
  return { end, here: `${sentence(message)}.${advice}`, depth: '' }
}
