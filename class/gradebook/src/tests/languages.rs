//! Moodle and Canvas exports in languages other than English.

use super::*;

/// Worksheets in German, French and Spanish, with headers from Moodle's language packs and without id numbers. The
/// French worksheet has groups, and the Spanish one a marking workflow.
const WORKSHEETS: [&str; 3] = [
    "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,\
     Bewertung kann geändert werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),\
     Feedback als Kommentar\n\
     Teilnehmer/in101,Jane Doe,u1,jane@x.org,Zur Bewertung abgegeben,,\"100,00\",Ja,\
     \"Freitag, 20. November 2026, 22:33\",-,\n\
     Teilnehmer/in102,Mal Reed,u2,mal@x.org,Keine Abgabe,\"3,00\",\"100,00\",Nein,-,-,\n\
     Teilnehmer/in103,Ann Poe,u3,ann@x.org,Zur Bewertung abgegeben,,\"100,00\",Ja,-,-,gut\n",
    "Identifiant,Nom complet,Adresse de courriel,Statut,Groupe,Note,Note maximale,\
     La note peut être modifiée,Dernière modification (travail remis),\
     Dernière modification (note),Feedback par commentaires\n\
     Participant101,Jane Doe,jane@x.org,Remis,G1,,\"100,00\",Oui,\
     \"vendredi 20 novembre 2026, 22:33\",-,\n\
     Participant102,Mal Reed,mal@x.org,Remis,G1,\"3,00\",\"100,00\",Non,-,-,\n\
     Participant103,Ann Poe,ann@x.org,Remis,G2,,\"100,00\",Oui,-,-,gut\n",
    "Identificador,Nombre completo,Dirección de correo,Estado,Calificación,Calificación máxima,\
     Estado del flujo de trabajo,La calificación puede cambiarse,Última modificación (entrega),\
     Última modificación (calificación),Comentarios de retroalimentación\n\
     Participante 101,Jane Doe,jane@x.org,Enviado,,\"100,00\",Sin calificar,Sí,\
     \"viernes, 20 de noviembre de 2026, 22:33\",-,\n\
     Participante 102,Mal Reed,mal@x.org,Enviado,\"3,00\",\"100,00\",Calificado,No,-,-,\n\
     Participante 103,Ann Poe,ann@x.org,Enviado,,\"100,00\",Sin calificar,Sí,-,-,gut\n",
];

/// Grade exports in German, French and Spanish, with a category total.
const EXPORTS: [&str; 3] = [
    "Vorname,Nachname,ID-Nummer,Institution,Abteilung,E-Mail-Adresse,\
     Aufgabe: 8-puzzle (Punkte),Aufgabe: 8-puzzle (Prozentsatz),Kurs gesamt (Punkte),\
     Zuletzt aus diesem Kurs geladen\n\
     Jane,Doe,u1,,,jane@x.org,-,-,-,1795000000\n\
     Mal,Reed,u2,,,mal@x.org,\"3,00\",\"3,00 %\",\"3,00\",1795000000\n",
    "Prénom,Nom,Numéro d'identification,Institution,Département,Adresse de courriel,\
     Devoir\u{a0}: 8-puzzle (Brut),Devoir\u{a0}: 8-puzzle (Feedback),Total du cours (Brut),\
     Dernier téléchargement depuis ce cours\n\
     Jane,Doe,u1,,,jane@x.org,-,,-,1795000000\n\
     Mal,Reed,u2,,,mal@x.org,\"3,00\",bien,\"3,00\",1795000000\n",
    "Nombre,Apellido(s),Número de ID,Institución,Departamento,Dirección de correo,\
     Tarea: 8-puzzle (Real),Total del curso (Real),Última descarga de este curso\n\
     Jane,Doe,u1,,,jane@x.org,-,-,1795000000\n\
     Mal,Reed,u2,,,mal@x.org,\"3,00\",\"3,00\",1795000000\n",
];

#[test]
fn moodle_worksheets_are_filled_in_in_any_language() {
    for export in WORKSHEETS {
        assert_eq!(platform_of(export), Ok(Platform::Moodle), "{export}");
        let comment = |text: &str| Some(text.to_owned());
        let jane =
            GradebookEntry { comment: comment("1 < 2"), ..entry("jane@x.org", award(87_500)) };
        let numbers = KnownAs { numbers: one("103"), ..KnownAs::default() };
        let ann = GradebookEntry { comment: comment("schlecht"), ..ten(numbers) };
        let grades = [jane, entry("mal@x.org", award(50_000)), ann];
        let filled = fill(Platform::Moodle, export, &grades, &overwriting()).unwrap();
        assert_eq!(filled.worth, Points::from_f64(100.0), "{export}");
        let reason = "Mal Reed: \"3,00\", the grade is locked on the platform";
        assert_eq!(fates(&filled, &grades), ["Jane Doe: 87.5", reason, "Ann Poe: 10"], "{export}");
        let rows: Vec<&str> = filled.text.lines().collect();
        assert!(
            rows[1].contains(",87.5,\"100,00\",") && rows[1].ends_with(",1 &lt; 2"),
            "{rows:?}"
        );
        assert!(rows[3].contains(",10,\"100,00\",") && rows[3].ends_with(",gut"), "{rows:?}");
        let commented: Vec<_> = filled.cells.iter().map(|cell| cell.comment).collect();
        assert_eq!(commented, [CommentFate::There, CommentFate::None, CommentFate::Kept]);
    }
}

#[test]
fn worksheets_without_comments_or_submissions_are_filled_in() {
    let export = "ID,Nev,Jegy,Legjobb,Valtoztathato,Utolso\n\
                  Resztvevo 7,Jane Doe,,10,Igen,-\nResztvevo 8,Ann Poe,,10,Igen,-\n";
    let names = KnownAs { numbers: one("8"), ..KnownAs::default() };
    let grades = [GradebookEntry { comment: Some("x".to_owned()), ..ten(names) }];
    let how = FillOptions { scale: Scale::Column, ..FillOptions::default() };
    let filled = fill(platform_of(export).unwrap(), export, &grades, &how).unwrap();
    assert_eq!(filled.text, export.replace("Ann Poe,,", "Ann Poe,1,"));
    assert!(!filled.has_comments);
}

#[test]
fn moodle_exports_are_filled_in_in_any_language() {
    for export in EXPORTS {
        assert_eq!(platform_of(export), Ok(Platform::Moodle), "{export}");
        let grades = [entry("jane@x.org", award(87_500)), entry("u2", award(50_000))];
        let filled = fill(Platform::Moodle, export, &grades, &as_is()).unwrap();
        assert_eq!(fates(&filled, &grades), ["Jane Doe: 87.5", "Mal Reed: 50"], "{export}");
        let (name, _) = filled.column.rsplit_once(" (").unwrap();
        assert!(name.ends_with(": 8-puzzle"), "{name}");
        let named = FillOptions { column: Some("8-puzzle".to_owned()), ..as_is() };
        let by_name = fill(Platform::Moodle, export, &grades, &named);
        // When several columns have this name, you need to use the complete header.
        assert_eq!(by_name.is_ok(), export.matches("8-puzzle").count() == 1, "{export}");
    }
}

#[test]
fn a_table_resembling_moodle_is_rejected() {
    for export in [
        // In order: the maximums differ, the words before the numbers differ, a number occurs twice, a yes or no is
        // missing.
        "A,B,C,D,E\nP 1,x,1,2,Yes\nP 2,y,1,3,Yes\n",
        "A,B,C,D,E\nP 1,x,1,2,Yes\nQ 2,y,1,2,Yes\n",
        "A,B,C,D,E\nP 1,x,1,2,Yes\nP 1,y,1,2,Yes\n",
        "A,B,C,D,E\nP 1,x,1,2,7\nP 2,y,1,2,8\n",
        // In order: the time at the end is missing, the address is missing.
        "A,B,C,X: y (Z),T\na,b,a@b.c,1,2\n",
        "A,B,C,X: y (Z),T\na,b,c,1,1795000000\n",
        "A\n1\n",
    ] {
        assert!(platform_of(export).is_err(), "{export}");
    }
}

#[test]
fn a_login_with_digits_does_not_match_a_number() {
    let export = "Identifier,Full name,Username,Grade,Maximum Grade\nParticipant 1,J D,jd12,,100\n";
    let numbers = KnownAs { numbers: one("12"), ..KnownAs::default() };
    let how = FillOptions { students: Some("Username".to_owned()), ..FillOptions::default() };
    let error = fill(Platform::Moodle, export, &[ten(numbers)], &how).unwrap_err();
    assert_eq!(error, GradebookError::NoStudents);
}

/// Canvas translates the marks for posting, read-only columns, and the test student.
#[test]
fn canvas_is_filled_in_in_any_language() {
    for (posting, read_only, test) in [
        ("Manuelles Posten", "(schreibgeschützt)", "Teststudent"),
        ("Publication manuelle", "(lecture seule)", "\"Étudiant, Test\""),
        ("Publicación manual", "(solo lectura)", "\"Estudiante, Prueba\""),
    ] {
        let hash = "0123456789abcdef0123456789abcdef01234567";
        let export = format!(
            "Student;ID;SIS User ID;SIS Login ID;Section;8-puzzle (1234);Total (9);Final Score\n\
             ;;;;;{posting};;\n\
             \x20   Points Possible;;;;;100,00;{read_only};{read_only}\n\
             \"Doe, Jane\";11;u1;jane;A;;;\n{test};99;;{hash};A;;;\n"
        );
        let grades = [entry("u1", award(87_500)), entry(hash, award(9_000))];
        assert_eq!(platform_of(&export), Ok(Platform::Canvas));
        let filled = canvas(&export, &grades, &FillOptions::default()).unwrap();
        assert_eq!(filled.text, export.replace("jane;A;;;", "jane;A;87.5;;"));
        let test = test.trim_matches('"');
        let reason = format!("{test}: \"\", the platform's test student");
        assert_eq!(fates(&filled, &grades), ["Doe, Jane: 87.5".to_owned(), reason]);
        assert_eq!(filled.worth, Points::from_f64(100.0));
    }
}
