//! One case of `griffon piece --json`: from a JSON object to the JSON list of its moves.

use crate::movegen::interpreter::{Occupant, Scene, Trace, all_moves};
use crate::picture::{HandMade, programs};
use crate::rules::topology::{Square, SquareSet, Topology};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The question, as in the project's test vectors. Fields it doesn't know (such as the answer) are passed over.
#[derive(Deserialize)]
struct Case {
    piece: String,
    board: String,
    side: Side,
    square: String,
    #[serde(default)]
    own: Vec<String>,
    #[serde(default)]
    enemy: Vec<String>,
    #[serde(default)]
    virgin: bool,
    ep: Option<EnPassant>,
    #[serde(default)]
    rooks: Vec<String>,
    #[serde(default)]
    kings: Vec<String>,
    #[serde(default)]
    initial: Vec<String>,
    #[serde(default)]
    holes: Vec<String>,
}

#[derive(Deserialize, PartialEq)]
enum Side {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "b")]
    Black,
}

#[derive(Deserialize)]
struct EnPassant {
    squares: Vec<String>,
    victim: String,
}

/// One move of the answer.
#[derive(Serialize)]
pub(super) struct Answer {
    to: String,
    captures: Vec<String>,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<Shift>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unload: Option<Shift>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ep_squares: Vec<String>,
}

#[derive(Serialize)]
struct Shift {
    from: String,
    to: String,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Quiet,
    Capture,
    Locust,
    Rifle,
    Pass,
    Ep,
    Castle,
    Swap,
    Unload,
}

/// All moves of the case, in the order of their squares' names.
pub(super) fn moves(value: Value) -> Result<Vec<Answer>, String> {
    if !value.is_object() {
        return Err("a case is a JSON object".to_owned());
    }
    let case: Case = serde_json::from_value(value).map_err(|error| format!("not a case: {error}"))?;
    let topology = board(&case)?;
    let (files, ranks) = (topology.files(), topology.ranks());
    let (_, programs) = programs(&case.piece, files, ranks)?;
    let (scene, origin) = scene(&case, topology)?;
    let traces = all_moves(&scene, &programs, origin, case.side == Side::Black)
        .ok_or("it goes on in more ways than can be looked through; say how often legs may repeat, as in `(mas)2mR`")?;
    let mut answers: Vec<Answer> = traces.iter().map(|trace| answer(&scene, origin, trace)).collect();
    answers.sort_by(|a, b| (&a.to, &a.captures).cmp(&(&b.to, &b.captures)));
    Ok(answers)
}

fn board(case: &Case) -> Result<Topology, String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=Topology::MAX_SIDE).contains(side));
    let sides = case.board.split_once('x').and_then(|(files, ranks)| Some((side(files)?, side(ranks)?)));
    let (files, ranks) = sides
        .ok_or_else(|| format!("`{}` is not a board; write 8x8, at most {1}x{1}", case.board, Topology::MAX_SIDE))?;
    let mut topology = Topology::new(files, ranks);
    for hole in squares(&case.holes, "holes", &topology)?.iter() {
        topology.make_hole(hole);
    }
    Ok(topology)
}

fn square(name: &str, field: &str, topology: &Topology) -> Result<Square, String> {
    let found = topology.find(name).filter(|&square| !topology.is_hole(square));
    found.ok_or_else(|| format!("`{name}` in `{field}` is not a square of this board"))
}

fn squares(names: &[String], field: &str, topology: &Topology) -> Result<SquareSet, String> {
    names.iter().map(|name| square(name, field, topology)).collect()
}

fn scene(case: &Case, topology: Topology) -> Result<(HandMade, Square), String> {
    let list = |names: &[String], field: &str| squares(names, field, &topology);
    let origin = square(&case.square, "square", &topology)?;
    let (own, enemy) = (list(&case.own, "own")?, list(&case.enemy, "enemy")?);
    let (rooks, kings) = (list(&case.rooks, "rooks")?, list(&case.kings, "kings")?);
    let name = |square| topology.name(square);
    if own.contains(origin) || enemy.contains(origin) {
        return Err(format!("`{}` is the moving piece's own square", case.square));
    }
    if let Some(both) = own.iter().find(|&square| enemy.contains(square)) {
        return Err(format!("`{}` is in `own` and in `enemy`", name(both)));
    }
    if let Some(rook) = rooks.iter().find(|&square| !own.contains(square)) {
        return Err(format!("`{}` is in `rooks` but not in `own`", name(rook)));
    }
    if let Some(king) = kings.iter().find(|&square| !enemy.contains(square)) {
        return Err(format!("`{}` is in `kings` but not in `enemy`", name(king)));
    }
    let en_passant = match &case.ep {
        Some(ep) => Some((list(&ep.squares, "ep.squares")?, square(&ep.victim, "ep.victim", &topology)?)),
        None => None,
    };
    let initial = list(&case.initial, "initial")?;
    let virgin = rooks.iter().chain(case.virgin.then_some(origin)).collect();
    let scene = HandMade { own, enemy, royal: kings, virgin, initial, en_passant, ..HandMade::empty(topology) };
    Ok((scene, origin))
}

fn answer(scene: &HandMade, origin: Square, trace: &Trace) -> Answer {
    let name = |square| scene.topology.name(square);
    let names = |squares: &[Square]| {
        let mut names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
        names.sort_unstable();
        names
    };
    let shift = |(from, to)| Shift { from: name(from), to: name(to) };
    Answer {
        to: name(trace.to),
        captures: names(&trace.captures),
        kind: kind(scene, origin, trace),
        partner: trace.partner.map(shift),
        unload: trace.unload.map(shift),
        ep_squares: names(&trace.trail),
    }
}

fn kind(scene: &HandMade, origin: Square, trace: &Trace) -> Kind {
    let took = trace.captures.as_slice();
    let is_en_passant = |victim| scene.en_passant_victim(trace.to) == Some(victim);
    match (trace.partner, trace.unload) {
        (Some(_), _) => Kind::Castle,
        (_, Some(unload)) if unload == (trace.to, origin) => Kind::Swap,
        (_, Some(_)) => Kind::Unload,
        _ if trace.to == origin && took.is_empty() => Kind::Pass,
        _ if trace.to == origin => Kind::Rifle,
        _ if took.is_empty() => Kind::Quiet,
        _ if took == [trace.to] => Kind::Capture,
        _ => match took {
            [victim] if is_en_passant(*victim) && scene.occupant(trace.to) == Occupant::Empty => Kind::Ep,
            _ => Kind::Locust,
        },
    }
}
