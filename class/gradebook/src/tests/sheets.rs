//! Compares our cells with the `csv` crate's.

use proptest::prelude::*;

use crate::sheet::Sheet;

proptest! {
    #[test]
    fn cells_match_the_csv_crate_and_are_kept(
        rows in prop::collection::vec(prop::collection::vec("[a-z=,\"\n é]{0,6}", 3), 1..6),
        bom in any::<bool>(),
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["x", "y", "z"]).unwrap();
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let text = if bom { format!("\u{feff}{text}") } else { text };
        let mut sheet = Sheet::parse(&text).unwrap();
        prop_assert_eq!(sheet.to_text(), text);
        for (i, row) in rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                prop_assert_eq!(&sheet.cell(i + 1, column), cell);
                sheet.set_cell(i + 1, column, cell);
                prop_assert_eq!(&sheet.cell(i + 1, column), cell);
            }
        }
        let again = Sheet::parse(&sheet.to_text()).unwrap();
        prop_assert_eq!(again.rows(), rows.len() + 1);
    }

    #[test]
    fn any_text_is_read_or_rejected(text in any::<String>()) {
        if let Ok(sheet) = Sheet::parse(&text) {
            prop_assert_eq!(sheet.to_text(), text);
        }
    }
}
