/** Refusals of the server in the words of the page: its keys are not what stands beside the fields. */

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
