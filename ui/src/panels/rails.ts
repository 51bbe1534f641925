/** What stands in the two rails. */

import { chartsPanel } from '../charts/panel.ts'
import { byId, h } from '../dom.ts'
import { store } from '../state.ts'
import { comparisonPanel } from './comparison.ts'
import { estimatePanel } from './estimate.ts'
import { layersPanel } from './layers.ts'
import { missionPanel } from './mission.ts'
import { runsPanel } from './runs.ts'
import { telemetryPanel } from './telemetry.ts'
import { vehiclePanel } from './vehicle.ts'
import { waterPanel } from './water.ts'

export function showRails(): void {
  const mission = h('div', { role: 'tabpanel', 'aria-labelledby': 'tab-mission' }, missionPanel(), estimatePanel(), vehiclePanel(), layersPanel(), waterPanel())
  const runs = h('div', { role: 'tabpanel', 'aria-labelledby': 'tab-runs' }, runsPanel())
  byId('left').replaceChildren(mission, runs)
  byId('right').replaceChildren(telemetryPanel(), comparisonPanel(), chartsPanel())
  store.watch((s) => s.tab, (tab) => {
    mission.hidden = tab !== 'mission'
    runs.hidden = tab !== 'runs'
  })
}
