public import MarketModels

extension JSONWriter {
    /// Writes a key and an amount as a number: `10000`, `19.99`.
    mutating func member(_ name: StaticString, _ money: Money) {
        key(name)
        if money.minorUnits % money.currency.minorUnitsPerUnit == 0 {
            number(money.minorUnits / money.currency.minorUnitsPerUnit)
        } else {
            number(digits: money.plainDigits)
        }
    }

    /// Writes a key and the beginning of a day in UTC.
    ///
    /// - Parameter hasFraction: Whether as `yyyy-MM-dd'T'00:00:00.00`, the only format that all three date formatters of the
    ///   apps read (API.md, “training”), and not without the fraction, as in every captured response of “openmarket”.
    mutating func member(_ name: StaticString, day time: Timestamp, hasFraction: Bool) {
        key(name)
        plainString { text in
            text.appendDay(time)
            text.appendPlain(hasFraction ? "T00:00:00.00" : "T00:00:00")
        }
    }

    /// Writes a key and seconds since 1970 with a fraction of three digits (API.md, “items”).
    mutating func member(_ name: StaticString, epochSeconds time: Timestamp) {
        let milliseconds = time.millisecondsSinceEpoch.magnitude
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        key(name)
        number(digits: "\(time.millisecondsSinceEpoch < 0 ? "-" : "")\(milliseconds / 1000).\(fraction)")
    }

    /// Writes a key and a time as RFC 3339 in UTC, to the second: `2026-11-21T09:30:00Z`.
    public mutating func member(_ name: StaticString, timestamp time: Timestamp) {
        let calendar = time.calendar
        key(name)
        plainString { text in
            text.appendDay(time)
            text.appendPlain(UInt8(ascii: "T"))
            text.appendPlain(calendar.hour, digits: 2)
            text.appendPlain(UInt8(ascii: ":"))
            text.appendPlain(calendar.minute, digits: 2)
            text.appendPlain(UInt8(ascii: ":"))
            text.appendPlain(calendar.second, digits: 2)
            text.appendPlain(UInt8(ascii: "Z"))
        }
    }

    /// Writes the absolute URL of an image file without building a string: a list has twenty of them.
    mutating func member(_ name: StaticString, link file: ImageFile, at origin: Origin) {
        key(name)
        link(to: file, at: origin)
    }

    /// Writes the URL of a thumbnail, or of the placeholder for a product without images, because an edition must
    /// always send a URL.
    mutating func member(_ name: StaticString, thumbnail image: ImageName?, at origin: Origin) {
        if let image {
            member(name, link: ImageFile(image, .thumbnail), at: origin)
        } else {
            member(name, origin.text + ImageFile.placeholderPath)
        }
    }

    mutating func link(to file: ImageFile, at origin: Origin) {
        plainString { text in
            if let images = origin.images {
                text.appendPlain(images.text)
            } else {
                text.appendPlain(origin.text)
                text.appendPlain(ImageFile.folder)
            }
            text.appendPlain(file.name.hexDigits)
            if file.size == .thumbnail { text.appendPlain(ImageFile.thumbnailSuffix) }
            text.appendPlain(ImageFile.fileExtension)
        }
    }

    private mutating func appendDay(_ time: Timestamp) {
        let calendar = time.calendar
        appendPlain(calendar.year, digits: 4)
        appendPlain(UInt8(ascii: "-"))
        appendPlain(calendar.month, digits: 2)
        appendPlain(UInt8(ascii: "-"))
        appendPlain(calendar.day, digits: 2)
    }
}
