public import MarketModels

extension ProductDraft {
    /// Writes what a POST sends as `params` (API.md, “training” and “Extensions”): only what was given.
    public func encoded(secret: String) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.given(self)
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
        json.given(
            ProductDraft(
                name: name,
                description: description,
                price: price,
                currency: currency,
                discount: discount,
                stock: stock,
                contact: contact
            )
        )
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
    /// Writes the fields that both requests have, and of them only what was given.
    fileprivate mutating func given(_ draft: ProductDraft) {
        given("name", draft.name)
        given("descriptions", draft.description)
        given("price", draft.price)
        given("currency", draft.currency?.rawValue)
        given("discounted_price", draft.discount)
        given("stock", draft.stock)
        given("contact", draft.contact)
    }

    private mutating func given(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    private mutating func given(_ name: StaticString, _ amount: DecimalAmount?) {
        guard let amount else { return }
        key(name)
        number(digits: amount.digits)
    }
}
