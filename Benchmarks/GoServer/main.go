// A plain server in Go over the market's own file, to compare cold lists and products with: net/http, mattn/go-sqlite3 and
// encoding/json, written as one usually does, and sending the same bytes.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o go-server .
//	go-server PORT market.sqlite
//
// It reads the products of `openmarket-bench-fill`: open, in won and dollars, in a market without others.
package main

import (
	"bytes"
	"crypto/md5"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

type summary struct {
	ID           int64       `json:"id"`
	VendorID     int64       `json:"vendor_id"`
	Name         string      `json:"name"`
	Thumbnail    string      `json:"thumbnail"`
	Currency     string      `json:"currency"`
	Price        json.Number `json:"price"`
	BargainPrice json.Number `json:"bargain_price"`
	Discount     json.Number `json:"discounted_price"`
	Stock        int64       `json:"stock"`
	CreatedAt    string      `json:"created_at"`
	IssuedAt     string      `json:"issued_at"`
	RegisteredAt string      `json:"registered_at"`
	UpdatedAt    string      `json:"updated_at"`
	Version      int64       `json:"version"`
}

type page struct {
	Number     int64     `json:"page_no"`
	Size       int64     `json:"items_per_page"`
	TotalCount int64     `json:"total_count"`
	Offset     int64     `json:"offset"`
	Limit      int64     `json:"limit"`
	LastPage   int64     `json:"last_page"`
	HasNext    bool      `json:"has_next"`
	HasPrev    bool      `json:"has_prev"`
	NextCursor *string   `json:"next_cursor"`
	Products   []summary `json:"pages"`
}

type image struct {
	ID        int64  `json:"id"`
	URL       string `json:"url"`
	Thumbnail string `json:"thumbnail_url"`
	Succeed   bool   `json:"succeed"`
	IssuedAt  string `json:"issued_at"`
}

type vendor struct {
	Name      string `json:"name"`
	ID        int64  `json:"id"`
	CreatedAt string `json:"created_at"`
	IssuedAt  string `json:"issued_at"`
}

type product struct {
	ID           int64       `json:"id"`
	VendorID     int64       `json:"vendor_id"`
	Name         string      `json:"name"`
	Description  string      `json:"description"`
	Thumbnail    string      `json:"thumbnail"`
	Currency     string      `json:"currency"`
	Price        json.Number `json:"price"`
	BargainPrice json.Number `json:"bargain_price"`
	Discount     json.Number `json:"discounted_price"`
	Stock        int64       `json:"stock"`
	Images       []image     `json:"images"`
	Vendor       vendor      `json:"vendors"`
	CreatedAt    string      `json:"created_at"`
	IssuedAt     string      `json:"issued_at"`
	RegisteredAt string      `json:"registered_at"`
	UpdatedAt    string      `json:"updated_at"`
	Version      int64       `json:"version"`
}

type server struct {
	count, list, product, images             *sql.Stmt
	nodesDown, nodesUp, idFromNew, idFromOld *sql.Stmt
}

const summaryColumns = `p.id, p.vendor_id, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at,
	p.updated_at, p.thumbnail_name, p.name`

func open(path string) (*server, error) {
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro&_cache_size=-4096")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(8)
	s := &server{}
	for statement, text := range map[**sql.Stmt]string{
		&s.count: "SELECT product_count FROM market_state",
		&s.list: "SELECT " + summaryColumns + ` FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id
			WHERE p.id <= ? ORDER BY p.id DESC LIMIT ?`,
		&s.product: "SELECT " + summaryColumns + `, d.description, v.name, v.created_at FROM product AS p
			JOIN vendor AS v ON v.id = p.vendor_id JOIN product_detail AS d ON d.product_id = p.id WHERE p.id = ?`,
		&s.images:    "SELECT id, name, issued_at FROM image WHERE product_id = ? ORDER BY position",
		&s.nodesDown: "SELECT node, listed FROM listing_rank WHERE level = ? AND node BETWEEN ? AND ? ORDER BY node DESC",
		&s.nodesUp:   "SELECT node, listed FROM listing_rank WHERE level = ? AND node BETWEEN ? AND ? ORDER BY node",
		&s.idFromNew: "SELECT id FROM product WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1 OFFSET ?",
		&s.idFromOld: "SELECT id FROM product WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1 OFFSET ?",
	} {
		if *statement, err = db.Prepare(text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// idAt returns the id of the product that has so many newer ones, through the counts of listing_rank.
func (s *server) idAt(place, total int64) (int64, error) {
	first, last, live := int64(0), int64(math.MaxInt64), total
	for level := 4; level >= 1; level-- {
		statement, remaining := s.nodesDown, place
		fromNewest := place <= live/2
		if !fromNewest {
			statement, remaining = s.nodesUp, live-1-place
		}
		rows, err := statement.Query(level, first, last)
		if err != nil {
			return 0, err
		}
		for rows.Next() {
			var node, count int64
			if err := rows.Scan(&node, &count); err != nil {
				rows.Close()
				return 0, err
			}
			if remaining < count {
				first, last, live = node*32, node*32+31, count
				place = remaining
				if !fromNewest {
					place = count - 1 - remaining
				}
				break
			}
			remaining -= count
		}
		if err := rows.Close(); err != nil {
			return 0, err
		}
	}
	var id int64
	if place <= live/2 {
		return id, s.idFromNew.QueryRow(first, last, place).Scan(&id)
	}
	err := s.idFromOld.QueryRow(first, last, live-1-place).Scan(&id)
	return id, err
}

func amount(currency string, minor int64) json.Number {
	if currency == "KRW" || minor%100 == 0 {
		if currency != "KRW" {
			minor /= 100
		}
		return json.Number(strconv.FormatInt(minor, 10))
	}
	return json.Number(fmt.Sprintf("%d.%02d", minor/100, minor%100))
}

func day(milliseconds int64) string {
	return time.UnixMilli(milliseconds).UTC().Format("2006-01-02") + "T00:00:00.00"
}

func moment(milliseconds int64) string {
	return time.UnixMilli(milliseconds).UTC().Format("2006-01-02T15:04:05Z")
}

func number(text string, otherwise int64) int64 {
	if value, err := strconv.ParseInt(text, 10, 64); err == nil {
		return value
	}
	return otherwise
}

func (s *server) listed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p := page{Number: number(query.Get("page_no"), 1), Size: number(query.Get("items_per_page"), 20), Products: []summary{}}
	if err := s.count.QueryRow().Scan(&p.TotalCount); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	p.Offset = (p.Number - 1) * p.Size
	p.Limit = p.Offset + p.Size
	p.LastPage = (p.TotalCount + p.Size - 1) / p.Size
	p.HasNext, p.HasPrev = p.Number < p.LastPage, p.Number > 1
	bound := int64(math.MaxInt64)
	if p.Offset > 0 {
		var err error
		if bound, err = s.idAt(p.Offset, p.TotalCount); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	rows, err := s.list.Query(bound, p.Size+1)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	images := "http://" + r.Host + "/images/"
	for rows.Next() {
		if int64(len(p.Products)) == p.Size {
			cursor := "i" + strconv.FormatInt(p.Products[len(p.Products)-1].ID, 36)
			p.NextCursor = &cursor
			break
		}
		var one summary
		var price, discount, registered, updated int64
		if err := rows.Scan(&one.ID, &one.VendorID, &one.Version, &one.Currency, &price, &discount, &one.Stock,
			&registered, &updated, &one.Thumbnail, &one.Name); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		one.Thumbnail = images + one.Thumbnail + "-thumb.jpg"
		one.Price, one.Discount = amount(one.Currency, price), amount(one.Currency, discount)
		one.BargainPrice = amount(one.Currency, price-discount)
		one.CreatedAt, one.IssuedAt = day(registered), day(updated)
		one.RegisteredAt, one.UpdatedAt = moment(registered), moment(updated)
		p.Products = append(p.Products, one)
	}
	send(w, p)
}

func (s *server) shown(w http.ResponseWriter, r *http.Request) {
	var one product
	var price, discount, registered, updated, joined int64
	id := number(strings.TrimPrefix(r.URL.Path, "/api/products/"), 0)
	err := s.product.QueryRow(id).Scan(&one.ID, &one.VendorID, &one.Version, &one.Currency, &price, &discount, &one.Stock,
		&registered, &updated, &one.Thumbnail, &one.Name, &one.Description, &one.Vendor.Name, &joined)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	rows, err := s.images.Query(id)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	images := "http://" + r.Host + "/images/"
	for rows.Next() {
		i := image{Succeed: true}
		var issued int64
		if err := rows.Scan(&i.ID, &i.URL, &issued); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		i.URL, i.Thumbnail, i.IssuedAt = images+i.URL+".jpg", images+i.URL+"-thumb.jpg", day(issued)
		one.Images = append(one.Images, i)
	}
	one.Thumbnail = images + one.Thumbnail + "-thumb.jpg"
	one.Price, one.Discount = amount(one.Currency, price), amount(one.Currency, discount)
	one.BargainPrice = amount(one.Currency, price-discount)
	one.CreatedAt, one.IssuedAt = day(registered), day(updated)
	one.RegisteredAt, one.UpdatedAt = moment(registered), moment(updated)
	one.Vendor.ID, one.Vendor.CreatedAt, one.Vendor.IssuedAt = one.VendorID, day(joined), day(joined)
	send(w, one)
}

func send(w http.ResponseWriter, value any) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	// The encoder ends with a line feed.
	bytes := body.Bytes()[:body.Len()-1]
	sum := md5.Sum(bytes)
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("ETag", "\""+hex.EncodeToString(sum[:])+"\"")
	header.Set("Content-Length", strconv.Itoa(len(bytes)))
	w.Write(bytes)
}

func main() {
	s, err := open(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/api/products", s.listed)
	http.HandleFunc("/api/products/", s.shown)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
