public import MarketModels

extension ProductDraft {
    /// Returns the part `params` of a POST as JSON, with only the fields that are given (API.md, “training” and
    /// “Extensions”).
    public func encoded(secret: String) -> [UInt8] {
        JSONWriter.object { json in
            json.memberIfPresent(self)
            json.member("secret", secret)
        }
    }
}

extension ProductPatch {
    /// Returns the body or the part `params` of a PATCH as JSON, with only the fields that change.
    ///
    /// - Parameters:
    ///   - secret: The product's secret.
    ///   - images: The images to keep, in order; nil leaves the images unchanged.
    public func encoded(secret: String, keeping images: [ProductImage.ID]? = nil) -> [UInt8] {
        let draft = ProductDraft(
            name: name,
            description: description,
            price: price,
            currency: currency,
            discount: discount,
            stock: stock,
            contact: contact,
            attributes: attributes
        )
        return JSONWriter.object { json in
            json.memberIfPresent(draft)
            if let thumbnail { json.member("thumbnail_id", thumbnail.rawValue) }
            if let images {
                json.member("image_ids") { json in for image in images { json.number(image.rawValue) } }
            }
            json.member("secret", secret)
        }
    }
}

/// Returns `{"secret":"…"}`, the body of requests for a delete token and for a check of the secret.
public func encodedSecret(_ secret: String) -> [UInt8] {
    JSONWriter.object { $0.member("secret", secret) }
}

extension JSONWriter {
    /// Writes the fields that both requests share, if they are given.
    fileprivate mutating func memberIfPresent(_ draft: ProductDraft) {
        memberIfPresent("name", draft.name)
        memberIfPresent("descriptions", draft.description)
        memberIfPresent("price", draft.price)
        memberIfPresent("currency", draft.currency?.rawValue)
        memberIfPresent("discounted_price", draft.discount)
        memberIfPresent("stock", draft.stock)
        memberIfPresent("contact", draft.contact)
        for field in ListingField.attributes {
            guard let text = draft.attributes[field] else { continue }
            key(text: field.key)
            if case .number = field.kind, let number = Int64(text) { self.number(number) } else { string(text) }
        }
    }

    private mutating func memberIfPresent(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    private mutating func memberIfPresent(_ name: StaticString, _ amount: DecimalAmount?) {
        guard let amount else { return }
        key(name)
        number(digits: amount.digits)
    }
}
