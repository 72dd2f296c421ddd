//! bench
use grader::run::*;
use probe::wire::*;
use probe::*;
use std::time::Instant;
fn main() {
    std::thread::Builder::new().stack_size(THREAD_STACK).spawn(go).unwrap().join().unwrap()
}
fn go() {
    let m = Machine::new().unwrap();
    let f = std::env::args().nth(1).unwrap();
    let t = Instant::now();
    let module = wasmtime::Module::from_file(m.engine(), &f).unwrap();
    println!("compile {:?}", t.elapsed());
    let p = m.link(&module).unwrap();
    let lim = Limits::with_fuel(1 << 50);
    for (name, mask, eyes) in [
        ("all eq", 0x0fe, Eyes::EQ),
        ("all both", 0xfe, Eyes::BOTH),
        ("values", 0x1e, Eyes::EQ),
        ("display", 0x20, Eyes::EQ),
        ("neigh eq", 0x40, Eyes::EQ),
        ("twin eq", 0x80, Eyes::EQ),
    ] {
        let c = Case::Survey(Survey {
            mask,
            eyes,
            deep: false,
            boards: Boards::Ranks { n: 3, from: 0, to: 40320 },
        });
        let t = Instant::now();
        let r = m.run(&p, &c, lim, Variation::default());
        println!(
            "{name}: {:?} x9={:?} words {} stop {:?} fuel {}",
            t.elapsed(),
            t.elapsed() * 9,
            r.words.len(),
            r.stop,
            r.fuel
        );
    }
    for tiles in [
        vec![vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]],
        vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]],
    ] {
        for foreign in [true, false] {
            let c = Case::Solve(Solve {
                foreign,
                questions: vec![Question::IsSolvable, Question::Moves, Question::Solution],
                tiles: tiles.clone(),
            });
            let t = Instant::now();
            let r = m.run(&p, &c, lim, Variation::default());
            println!(
                "solve {foreign}: {:?} words {:?} stop {:?} fuel {} {:?} {:?} {:?} mem {}",
                t.elapsed(),
                &r.words[..6],
                r.stop,
                r.fuel,
                r.log.queues,
                r.log.calls,
                r.log.spent,
                r.memory
            );
        }
    }
}
