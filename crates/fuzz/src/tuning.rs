//! The store of tuned mappings.

use crate::folder::in_folder;
use poynting::Mapping;
use poynting_exec::tuning::Tuning;

/// The bytes are the file of the store; one more entry is put into it, and the earlier ones stay. The last line of the input is a mapping too.
pub fn tuning(bytes: &[u8]) {
    in_folder(|folder| {
        folder.put("tuning.txt", bytes);
        let store = Tuning::in_folder(folder.path());
        let earlier = store.get("device");
        if let Some(text) = &earlier
            && let Ok(mapping) = text.parse::<Mapping>()
        {
            assert_eq!(mapping.to_string().parse(), Ok(mapping));
            let _ = mapping.within(256);
        }
        store.put("new", "column 64x1 align 32");
        assert_eq!(store.get("new").as_deref(), Some("column 64x1 align 32"));
        assert_eq!(store.get("device"), earlier);
    });
}
