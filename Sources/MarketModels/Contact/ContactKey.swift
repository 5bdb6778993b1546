/// What makes two contacts the same, however they are written.
public enum ContactKey {
    /// Returns the key of a contact: its first phone number, mail address or link, or else its letters and digits.
    ///
    /// - Returns: nil for a contact that has none.
    public static func key(of contact: String) -> String? {
        let addresses = ContactReader.parts(of: contact).compactMap(\.address)
        if let address = addresses.first {
            let key = address.lowercased()
            // A number is the same with the code of its country.
            return key.hasPrefix("tel:+82") ? "tel:0" + key.dropFirst("tel:+82".count) : key
        }
        let text = String(contact.lowercased().filter { $0.isLetter || $0.isNumber })
        return text.isEmpty ? nil : text
    }
}
