public import MarketModels

extension JSONWriter {
    /// Writes an amount as a number: `10000`, `19.99`.
    mutating func amount(_ money: Money) {
        if money.minorUnits % money.currency.minorUnitsPerUnit == 0 {
            number(money.minorUnits / money.currency.minorUnitsPerUnit)
        } else {
            number(digits: money.plainDigits)
        }
    }

    /// Writes the day in UTC as `yyyy-MM-dd'T'00:00:00.00`: the only text that all three date formats of the apps read
    /// (API.md, “training”).
    mutating func trainingDate(_ time: Timestamp) {
        plainString { text in
            text.appendDay(of: time)
            text.append("T00:00:00.00")
        }
    }

    /// Writes a moment as RFC 3339 in UTC, to the second: `2026-11-21T09:30:00Z`.
    public mutating func moment(_ time: Timestamp) {
        plainString { text in
            text.appendDay(of: time)
            text.append(UInt8(ascii: "T"))
            text.appendTime(of: time)
            text.append(UInt8(ascii: "Z"))
        }
    }

    mutating func member(_ name: StaticString, _ money: Money) {
        key(name)
        amount(money)
    }

    /// Writes the absolute URL of a picture's file, piece by piece: lists have twenty of them.
    mutating func member(_ name: StaticString, link file: PictureFile, at origin: Origin) {
        key(name)
        plainString { text in
            text.append(origin.text)
            text.append(PictureFile.folder)
            text.append(file.name.hexDigits)
            if file.size == .thumbnail { text.append(PictureFile.thumbnailSuffix) }
            text.append(PictureFile.fileExtension)
        }
    }

    mutating func member(_ name: StaticString, trainingDate time: Timestamp) {
        key(name)
        trainingDate(time)
    }

    mutating func member(_ name: StaticString, moment time: Timestamp) {
        key(name)
        moment(time)
    }
}

extension JSONWriter.PlainText {
    mutating func appendDay(of time: Timestamp) {
        let calendar = time.calendar
        append(calendar.year, digits: 4)
        append(UInt8(ascii: "-"))
        append(calendar.month, digits: 2)
        append(UInt8(ascii: "-"))
        append(calendar.day, digits: 2)
    }

    mutating func appendTime(of time: Timestamp) {
        let calendar = time.calendar
        append(calendar.hour, digits: 2)
        append(UInt8(ascii: ":"))
        append(calendar.minute, digits: 2)
        append(UInt8(ascii: ":"))
        append(calendar.second, digits: 2)
    }
}
