public import MarketModels

extension ProductDraft {
    /// Writes what a POST sends as `params` (API.md, “training” and “Extensions”): only what was given.
    public func encoded(secret: String) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.given("name", name)
        json.given("descriptions", description)
        json.given("price", price)
        json.given("currency", currency?.rawValue)
        json.given("discounted_price", discount)
        json.given("stock", stock)
        json.given("contact", contact)
        json.member("secret", secret)
        json.endObject()
        return json.bytes
    }
}

extension ProductPatch {
    /// Writes what a PATCH sends, as its body or as `params`: only what is to be changed.
    ///
    /// - Parameter keeping: the pictures to keep, in order; nil to leave the pictures alone.
    public func encoded(secret: String, keeping pictures: [Picture.ID]? = nil) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.given("name", name)
        json.given("descriptions", description)
        json.given("price", price)
        json.given("currency", currency?.rawValue)
        json.given("discounted_price", discount)
        json.given("stock", stock)
        json.given("contact", contact)
        if let thumbnail { json.member("thumbnail_id", thumbnail.rawValue) }
        if let pictures {
            json.key("image_ids")
            json.beginArray()
            for picture in pictures { json.number(picture.rawValue) }
            json.endArray()
        }
        json.member("secret", secret)
        json.endObject()
        return json.bytes
    }
}

/// `{"secret":"…"}`, for a delete token and for a check of the secret.
public func encodedSecret(_ secret: String) -> [UInt8] {
    var json = JSONWriter(capacity: 64 + secret.utf8.count)
    json.beginObject()
    json.member("secret", secret)
    json.endObject()
    return json.bytes
}

extension JSONWriter {
    fileprivate mutating func given(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    fileprivate mutating func given(_ name: StaticString, _ amount: DecimalAmount?) {
        guard let amount else { return }
        key(name)
        number(digits: amount.digits)
    }
}
