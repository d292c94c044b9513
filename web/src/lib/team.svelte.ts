// A team that is being built: what it is, is known here; what it costs and what is wrong with it, the server says.

import { teamForm, type TeamWish } from './api'
import { inWords } from './failures'
import type { TeamData, TeamForm, TeamModel, TeamShelf } from './types'

export class TeamDraft {
  form: TeamForm | undefined = $state.raw()
  failure = $state('')
  /** The team as it was last changed; its form may still be on its way. */
  private team: TeamData | undefined
  private wanted: TeamWish | undefined
  /** The question under way, and those that wait behind it. */
  private asking: Promise<void> | undefined
  private readonly kept = new Map<string, TeamData>()

  constructor(
    private readonly game: string,
    private readonly onask?: (answer: Promise<void>) => void,
  ) {}

  /** A new team of a side, or the one that was being built when another side was chosen. */
  begin(side: string): Promise<void> {
    if (this.team !== undefined && this.form !== undefined) this.kept.set(this.form.side, this.team)
    const known = this.kept.get(side)
    const limit = this.team?.limit
    this.team = known
    return this.ask(known !== undefined ? { team: known } : limit !== undefined ? { side, limit } : { side })
  }

  /** A team from the text of a file. */
  load = (text: string): Promise<void> => this.ask({ text })

  add = (unit: string): Promise<void> => this.change((team) => ({ ...team, models: [...team.models, { unit }] }))

  remove = (place: number): Promise<void> => this.change((team) => ({ ...team, models: team.models.filter((_, at) => at !== place) }))

  clear = (): Promise<void> => this.change((team) => ({ ...team, models: [] }))

  /** The models of another team, under the name of this one. */
  take = (other: TeamData): Promise<void> => this.change((team) => ({ ...team, models: other.models }))

  name = (name: string): Promise<void> => this.change((team) => ({ ...team, name }))

  size = (limit: number): Promise<void> => this.change((team) => ({ ...team, limit }))

  /** Something for a model: instead of what it has from that shelf, or as one more; nothing takes it away. */
  give = (place: number, { key, single }: Pick<TeamShelf, 'key' | 'single'>, thing: string): Promise<void> =>
    this.model(place, (model) => {
      const { [key]: had, ...kept } = model
      if (single) return thing === '' ? kept : { ...kept, [key]: thing }
      return { ...model, [key]: [...(Array.isArray(had) ? had : []), thing] }
    })

  /** One thing less for a model: the one at a place of a shelf. */
  drop = (place: number, shelf: string, number: number): Promise<void> =>
    this.model(place, (model) => {
      const { [shelf]: had, ...kept } = model
      const left = Array.isArray(had) ? had.filter((_, at) => at !== number) : []
      return left.length > 0 ? { ...kept, [shelf]: left } : kept
    })

  /** What a model is called; nothing: as its unit is. */
  call = (place: number, name: string): Promise<void> =>
    this.model(place, ({ name: _, ...kept }) => (name.trim() === '' ? kept : { ...kept, name: name.trim() }))

  private model(place: number, how: (model: TeamModel) => Partial<TeamModel>): Promise<void> {
    return this.change((team) => ({
      ...team,
      models: team.models.map((model, at) => (at === place ? { ...how(model), unit: model.unit } : model)),
    }))
  }

  /** The form with every change in it: who saves at once saves what was typed last. */
  async settled(): Promise<TeamForm | undefined> {
    await this.asking
    return this.form
  }

  /** What keeps the team from play, first of all. */
  get wrong(): string | undefined {
    const faults = this.form === undefined ? [] : [...this.form.faults, ...this.form.models.flatMap((model) => model.faults)]
    return faults[0]?.text
  }

  private async change(how: (team: TeamData) => TeamData): Promise<void> {
    if (this.team === undefined) return
    this.team = how(this.team)
    await this.ask({ team: this.team })
  }

  /** One question at a time: what changes meanwhile is asked about afterwards, all at once. */
  private ask(wish: TeamWish): Promise<void> {
    this.wanted = wish
    if (this.asking === undefined) {
      this.asking = this.answers().finally(() => (this.asking = undefined))
      this.onask?.(this.asking)
    }
    return this.asking
  }

  private async answers(): Promise<void> {
    while (this.wanted !== undefined) {
      const asked: TeamWish = this.wanted
      this.wanted = undefined
      try {
        const form = await teamForm(this.game, asked)
        this.failure = ''
        if (this.wanted === undefined) this.show(form)
      } catch (error) {
        this.failure = inWords(error)
        // Whatever could not be is forgotten: the team is what is shown.
        if (this.wanted === undefined) this.team = this.form?.team
      }
    }
  }

  private show(form: TeamForm): void {
    this.form = form
    this.team = form.team
  }
}
