import { problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject } from '../json.ts'
import { schemeWrappers } from '../schemas/agent-security.ts'
import { inline, repairAuthentication, repairOwner, repairSkills, type Repair } from './agent-card-repair.ts'
import { schemeToV03 } from './agent-security-v03.ts'

/** Puts a 0.3 card right that holds members or forms of 1.0. */
export function repairV03(repair: Repair): void {
  const { card, problems, moved } = repair
  repairOwner(repair, card, '', 'securityRequirements', 'security')
  repairAuthentication(repair)
  repairSkills(repair, (skill, at) => repairOwner(repair, skill, at, 'securityRequirements', 'security'))
  const { capabilities, securitySchemes } = card
  if (isObject(capabilities) && capabilities['extendedAgentCard'] !== undefined) {
    const { extendedAgentCard, ...rest } = capabilities
    card['capabilities'] = rest
    const rewrite = `supportsAuthenticatedExtendedCard: ${inline(extendedAgentCard!)}`
    problems.push(
      problem(
        'AGENT_V1_MEMBER',
        '/capabilities/extendedAgentCard',
        { member: 'capabilities.extendedAgentCard', rewrite },
        'key',
      ),
    )
  }
  if (!isObject(securitySchemes)) return
  card['securitySchemes'] = Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => {
      const wrapper =
        isObject(scheme) && scheme['type'] === undefined
          ? Object.keys(scheme).find((key) => key in schemeWrappers)
          : undefined
      if (wrapper === undefined) return [name, scheme]
      const at = `/securitySchemes${pointerToken(name)}`
      const flat = schemeToV03(scheme as JsonObject)
      problems.push(
        problem(
          'AGENT_V1_MEMBER',
          at + pointerToken(wrapper),
          { member: wrapper, rewrite: `${name}: ${inline(flat)}` },
          'key',
        ),
      )
      moved.set(at, at + pointerToken(wrapper))
      return [name, flat]
    }),
  )
}
