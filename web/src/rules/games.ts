// Made from the games' plain Python by web/wire.py; do not edit.
import { included, reason, type Plain } from './plain'

export const PLAIN: Record<string, Plain> = {
  "klunker": (() => {
    const UNSOLD: any = ["pile", "box"]
    function prepare(position: any, options: any): any {
      position["first"] = options["first"]
      position["unsold"] = UNSOLD.indexOf(options["unsold"])
    }
    function phase_of(move: any): any {
      if (((move < 7) || (move === 26))) {
        return 0
      }
      if (((move < 14) || (move === 27))) {
        return 1
      }
      return ((move < 21) ? 3 : 2)
    }
    const NOW: any = { "0": reason("now_windows", "K3", {  }), "1": reason("now_safes", "K4", {  }), "2": reason("now_purchases", "K6", {  }), "3": reason("now_selling", "K6.3", {  }) }
    const KINDS: any = ["stud", "earring", "tooth", "shoe", "monocle", "tiara", "necklace"]
    function no_such_seat(seat: any, players: any): any {
      return reason("no_such_seat", "C1", { "number": seat, "players": players })
    }
    function why_not(position: any, move: any): any {
      let owner: any, phase: any, players: any
      phase = position["phase"]
      if ((phase_of(move) !== phase)) {
        return NOW[phase]
      }
      if ((move === 26)) {
        return reason("window_empty", "K3.2")
      }
      if ((move === 28)) {
        return reason("must_buy", "K6.2")
      }
      if ((move < 14)) {
        return reason("not_in_hand", ((move < 7) ? "K3.1" : "K4.1"), { "card": KINDS[(move % KINDS.length)] })
      }
      if ((move < 21)) {
        return reason("fewer_than_four", "K6.3", { "card": KINDS[(move - 14)], "number": 4 })
      }
      ;[owner, players] = [(move - 21), position["players"]]
      if ((owner >= players)) {
        return no_such_seat(owner, players)
      }
      if ((position["window_size"][owner] === 0)) {
        return reason("nothing_to_buy", "K6.1", { "seat": owner })
      }
      return reason("no_bill", "K6.1")
    }
    return { prepare: prepare, whyNot: why_not }
  })(),
  "alles-futsch": (() => {
    const MONEY: any = ["secret", "open"]
    const KINDS: any = ["painting", "sculpture", "furniture", "clock", "vase"]
    function prepare(position: any, options: any): any {
      let kind: any, seat: any
      position["in_charge"] = options["first"]
      position["money_is_open"] = MONEY.indexOf(options["money"])
      for ([seat, kind] of options["boards"].entries()) {
        position["lacks"][seat] = KINDS.indexOf(kind)
      }
    }
    function phase_of(move: any): any {
      if ((move < 35)) {
        return 0
      }
      return (((move === 35) || (move > 65)) ? 1 : 2)
    }
    const NOW: any = { "0": reason("now_offer", "A2.1", {  }), "1": reason("now_auction", "A2.2", {  }), "2": reason("now_use", "A3", {  }) }
    function any_buyer(position: any, seat: any, kind: any): any {
      return [...Array(Number(position["players"])).keys()].some((other: any) => ((other !== seat) && (position["lacks"][other] !== kind) && (position["stone"][other][kind] < 5)))
    }
    function no_such_seat(seat: any, players: any): any {
      return reason("no_such_seat", "C1", { "number": seat, "players": players })
    }
    function why_not_use(position: any, seat: any, move: any): any {
      let buyer: any, card: any, collects: any, held: any, kind: any, players: any
      kind = ((move < 41) ? (move - 36) : Math.floor((move - 41) / 5))
      ;[collects, held] = [(position["lacks"][seat] !== kind), position["stone"][seat][kind]]
      card = { "card": KINDS[kind] }
      if ((position["objects"][kind] === 0)) {
        return reason("not_on_card", "A3", card)
      }
      if ((!((collects && (held < 3))) && !(any_buyer(position, seat, kind)))) {
        return reason("lost", "A3.4", card)
      }
      if ((move < 41)) {
        return (collects ? reason("have_enough", "A3.2", { ...card, "number": held }) : reason("not_collected", "A3.2", card))
      }
      ;[buyer, players] = [((move - 41) % 5), position["players"]]
      if ((buyer >= players)) {
        return no_such_seat(buyer, players)
      }
      if ((collects && (held < 3))) {
        return reason("must_keep", "A3.1", card)
      }
      if ((buyer === seat)) {
        return reason("not_to_yourself", "A3.2")
      }
      if ((position["lacks"][buyer] === kind)) {
        return reason("buyer_does_not_collect", "A3.2", { ...card, "seat": buyer })
      }
      return reason("buyer_is_full", "A3.2", { ...card, "seat": buyer, "number": 5 })
    }
    function why_not(position: any, move: any): any {
      let phase: any, seat: any
      ;[seat, phase] = [position["turn"], position["phase"]]
      if ((phase_of(move) !== phase)) {
        return NOW[phase]
      }
      if ((move < 35)) {
        return reason("not_in_row", "A2.1")
      }
      if ((move === 35)) {
        return reason("must_open", "A2.2")
      }
      if ((move > 65)) {
        if (((move - 65) <= position["bid"])) {
          return reason("bid_too_low", "A2.2", { "bid": position["bid"] })
        }
        return reason("bid_too_high", "A2.2", { "money": position["money"][seat] })
      }
      return why_not_use(position, seat, move)
    }
    return { prepare: prepare, whyNot: why_not }
  })(),
  "zwergezocken": (() => {
    const SWAP: any = ["single", "ring"]
    function prepare(position: any, options: any): any {
      position["leader"] = options["first"]
      position["swap"] = SWAP.indexOf(options["swap"])
      position["limit"] = Math.min(options["limit"], 2147483647)
      position["rounds"] = Math.min(options["rounds"], 2147483647)
    }
    function phases_of(move: any): any {
      if ((move < 2)) {
        return new Set([0])
      }
      if ((move < 130)) {
        return new Set([1])
      }
      if ((move < 148)) {
        return new Set([1, 2])
      }
      if ((move < 153)) {
        return new Set([3])
      }
      return ((move < 171) ? new Set([4]) : new Set([5]))
    }
    const NOW: any = { "0": reason("now_start", "Z1.3", {  }), "1": reason("now_turn", "Z2.1", {  }), "2": reason("now_laid", "Z3.2", {  }), "3": reason("now_to", "Z5.2", {  }), "4": reason("now_giving", "Z5.2", {  }), "5": reason("now_passing", "Z5.4", {  }) }
    function set_size(index: any): any {
      return (((((index >> 2) & 3) + 1) + ((index >> 1) & 1)) + (index & 1))
    }
    function quad_of(dwarf: any): any {
      return ((dwarf < 4) ? 16 : 17)
    }
    function copies_in_set(index: any, face: any): any {
      let dwarf: any
      dwarf = (index >> 4)
      if ((face === (1 + dwarf))) {
        return (((index >> 2) & 3) + 1)
      }
      if ((face === 15)) {
        return ((index >> 1) & 1)
      }
      return ((face === quad_of(dwarf)) ? (index & 1) : 0)
    }
    const NAMES: any = ["0/10", "1/9", "2/8", "3/7", "4/6", "6/4", "7/3", "8/2", "9/1", "10/0", "draw", "give", "swap", "blue", "yellow", "rainbow", "quad-low", "quad-high"]
    function why_not_lay(position: any, seat: any, index: any): any {
      let code: any, face: any, held: any, wanted: any
      if ((set_size(index) < 3)) {
        return reason("set_too_small", "Z3.1", { "number": 3 })
      }
      for (face of Array(Number(18)).keys()) {
        ;[held, wanted] = [position["hand"][seat][face], copies_in_set(index, face)]
        if ((held < wanted)) {
          code = ((face >= (1 + 8)) ? "joker_not_in_hand" : "set_not_in_hand")
          return reason(code, "Z3.1", { "card": NAMES[face], "number": wanted })
        }
      }
      return reason("card_left", "Z3.2")
    }
    function no_such_seat(seat: any, players: any): any {
      return reason("no_such_seat", "C1", { "number": seat, "players": players })
    }
    function why_not(position: any, move: any): any {
      let base: any, clause: any, face: any, other: any, phase: any, seat: any
      ;[seat, phase] = [position["turn"], position["phase"]]
      if ((!included(phase, phases_of(move)))) {
        return NOW[phase]
      }
      if ((move < 130)) {
        return why_not_lay(position, seat, (move - 2))
      }
      if ((148 <= move && move < 153)) {
        other = (move - 148)
        return ((other === seat) ? reason("to_another", "Z5.2") : no_such_seat(other, position["players"]))
      }
      ;[base, clause] = [171, "Z5.4"]
      if ((move < 171)) {
        ;[base, clause] = ((move < 148) ? [130, "Z2.1"] : [153, "Z5.2"])
      }
      face = (move - base)
      if ((position["hand"][seat][face] === 0)) {
        return reason("not_in_hand", clause, { "card": NAMES[face] })
      }
      return reason("pass_a_dwarf", "Z5.4")
    }
    function knowers(position: any, move: any): any {
      let seat: any
      seat = position["turn"]
      if ((move >= 171)) {
        return new Set([seat, ((seat + 1) % position["players"])])
      }
      if ((move >= 153)) {
        return new Set([seat, position["receiver"]])
      }
      return null
    }
    function pending(position: any): any {
      return (((position["phase"] === 5) && (position["swap"] === 1)) ? position["chosen"].filter((each: any) => each >= 0).length : 0)
    }
    return { prepare: prepare, whyNot: why_not, knowers: knowers, pending: pending }
  })(),
}
